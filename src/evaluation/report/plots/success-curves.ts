import { type Html, html } from '../../../verdict/report.ts';
import type { Estimate } from '../estimate.ts';
import type { RunSummary } from '../summarise-run.ts';
import { colourOf } from './palette.ts';

const WIDTH = 420;
const HEIGHT = 260;
const LEFT = 50;
const TOP = 16;
const BELOW = 40;

/** pass@k (above) and pass^k (below) over k: the effect of more tries, and the reliability. */
export function successCurves(runs: readonly RunSummary[]): Html {
  const most = Math.max(2, ...runs.map((run) => run.k));
  const x = (k: number): number => Math.round(LEFT + (Math.log2(k) / Math.log2(most)) * WIDTH);
  const y = (share: number): number => Math.round(TOP + (1 - share) * HEIGHT);
  const ticks = [...new Set(runs.flatMap((run) => run.at_k.map(({ k }) => k)))].sort((left, right) => left - right);
  return html`<svg viewBox="0 0 ${LEFT + WIDTH + 260} ${TOP + HEIGHT + BELOW}" width="${LEFT + WIDTH + 260}" role="img" aria-label="pass@k and pass^k over k">
${[0, 0.25, 0.5, 0.75, 1].map((share) => html`<line class="axis" x1="${LEFT}" x2="${LEFT + WIDTH}" y1="${y(share)}" y2="${y(share)}"/><text x="${LEFT - 8}" y="${y(share) + 4}" text-anchor="end">${100 * share}</text>`)}
${ticks.map((k) => html`<text x="${x(k)}" y="${TOP + HEIGHT + 18}" text-anchor="middle">${k}</text>`)}
<text x="${LEFT + WIDTH / 2}" y="${TOP + HEIGHT + 36}" text-anchor="middle">k (solid: at least one of k succeeds; dashed: all of k do)</text>
${runs.map((run, place) => {
  const colour = colourOf(place);
  const line = (of: (at: RunSummary['at_k'][number]) => Estimate | null, dash: string): Html => {
    const known = run.at_k.flatMap((at) => {
      const estimate = of(at);
      return estimate === null ? [] : [{ k: at.k, estimate }];
    });
    const points = known.map(({ k, estimate }) => `${x(k)},${y(estimate.value)}`).join(' ');
    return html`<polyline points="${points}" fill="none" stroke="${colour}" stroke-width="2" stroke-dasharray="${dash}"/>
${known.map(({ k, estimate: { value, interval } }) => html`${interval === null ? null : html`<line x1="${x(k)}" x2="${x(k)}" y1="${y(interval.low)}" y2="${y(interval.high)}" stroke="${colour}" stroke-opacity="0.5"/>`}<circle cx="${x(k)}" cy="${y(value)}" r="3" fill="${colour}"/>`)}`;
  };
  return html`${line(({ any }) => any, 'none')}${line(({ every }) => every, '5 4')}
<circle cx="${LEFT + WIDTH + 20}" cy="${TOP + 10 + 20 * place}" r="5" fill="${colour}"/><text x="${LEFT + WIDTH + 32}" y="${TOP + 14 + 20 * place}">${run.label.slice(0, 30)}</text>`;
})}
</svg>`;
}
