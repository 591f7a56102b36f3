import { type Html, html } from '../../../verdict/report.ts';
import type { Estimate } from '../estimate.ts';
import type { RunSummary } from '../summarise-run.ts';
import { colourOf } from './palette.ts';

const LEFT = 260;
const WIDTH = 560;
const ROW = 24;
const TOP = 24;

/** The rates of each model on one scale, with intervals. */
export function forestPlot(runs: readonly RunSummary[]): Html {
  const rows = runs.flatMap((run, place) => {
    const last = run.at_k.at(-1);
    const shown: readonly (readonly [string, Estimate | null])[] = [
      ['pass@1', run.pass_at_1],
      ['greedy', run.greedy],
      [`pass@${last?.k}`, last?.any ?? null],
      [`pass^${last?.k}`, last?.every ?? null],
    ];
    return shown.flatMap(([name, estimate]) =>
      estimate === null ? [] : [{ label: `${run.label.slice(0, 30)} ${name}`, estimate, colour: colourOf(place) }],
    );
  });
  const height = TOP + rows.length * ROW + 30;
  const x = (share: number): number => Math.round(LEFT + share * WIDTH);
  return html`<svg viewBox="0 0 ${LEFT + WIDTH + 20} ${height}" width="${LEFT + WIDTH + 20}" role="img" aria-label="Rates with 95 % intervals">
${[0, 0.25, 0.5, 0.75, 1].map((share) => html`<line class="axis" x1="${x(share)}" x2="${x(share)}" y1="${TOP - 6}" y2="${height - 26}"/><text x="${x(share)}" y="${height - 8}" text-anchor="middle">${100 * share} %</text>`)}
${rows.map(({ label, estimate: { value, interval }, colour }, place) => {
  const y = TOP + place * ROW + 8;
  return html`<text x="${LEFT - 10}" y="${y + 4}" text-anchor="end">${label}</text>
${interval === null ? null : html`<line x1="${x(interval.low)}" x2="${x(interval.high)}" y1="${y}" y2="${y}" stroke="${colour}" stroke-width="3"/>`}
<circle cx="${x(value)}" cy="${y}" r="5" fill="${colour}"/>`;
})}
</svg>`;
}
