import { challengeMargin } from '../emission/challenge-margin.ts';
import { DEFAULT_EMISSION_POLICY, type EmissionPolicy } from '../emission/emission-policy.ts';
import { emissionShare } from '../emission/emission-share.ts';

const LAST_DAY = 28;
const TABLE_DAYS = [0, 1, 2, 3, 3.5, 5, 7, 10, 14, 18.67, 21, 26];
const SHAPE_DAYS = [2, 3, 5, 7, 10, 14, 18.67, 21, 24.76];

/** The share of the champion over days, as a Mermaid chart. */
export function drawShares(policy: EmissionPolicy = DEFAULT_EMISSION_POLICY): string {
  return chart('Share of the champion', 'percent', 100, (day) => percent(emissionShare(day, policy)));
}

/** The challenge margin over days, as a Mermaid chart in thousandths of a score. */
export function drawMargins(policy: EmissionPolicy = DEFAULT_EMISSION_POLICY): string {
  const most = Math.ceil(policy.margin * 1000);
  return chart('Challenge margin', 'thousandths of a score', most, (day) =>
    (challengeMargin(day, policy) * 1000).toFixed(2),
  );
}

/** Share and margin as a Markdown table. */
export function tabulateSchedule(policy: EmissionPolicy = DEFAULT_EMISSION_POLICY): string {
  const rows = TABLE_DAYS.map((day) => {
    const share = emissionShare(day, policy);
    return `| ${day} | ${percent(share)} % | ${percent(1 - share)} % | ${challengeMargin(day, policy).toFixed(5)} |`;
  });
  return ['| days as champion | share | burned | margin |', '|---|---|---|---|', ...rows].join('\n');
}

/** Share of the champion for both shapes, as a Markdown table. */
export function tabulateShapes(): string {
  const shareBy = (shape: EmissionPolicy['shape'], day: number): string =>
    `${percent(emissionShare(day, { ...DEFAULT_EMISSION_POLICY, shape }))} %`;
  const rows = SHAPE_DAYS.map((day) => `| ${day} | ${shareBy('linear', day)} | ${shareBy('compounding', day)} |`);
  return ['| days as champion | linear | compounding |', '|---|---|---|', ...rows].join('\n');
}

function chart(title: string, unit: string, most: number, valueOn: (day: number) => string): string {
  const values = Array.from({ length: LAST_DAY + 1 }, (_, day) => valueOn(day));
  return [
    'xychart-beta',
    `    title "${title}"`,
    `    x-axis "days as champion" 0 --> ${LAST_DAY}`,
    `    y-axis "${unit}" 0 --> ${most}`,
    `    line [${values.join(', ')}]`,
  ].join('\n');
}

function percent(share: number): string {
  return String(Number((share * 100).toFixed(2)));
}
