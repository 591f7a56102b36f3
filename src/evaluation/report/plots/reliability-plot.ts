import { type Html, html } from '../../../verdict/report.ts';
import type { RunSummary } from '../summarise-run.ts';

const LEFT = 40;
const WIDTH = 420;
const HEIGHT = 120;
const TOP = 44;

/** Number of problems solved in 0, 1, … k of their samples. A reliable model has most problems at the two ends. */
export function reliabilityPlot(run: RunSummary): Html {
  const counts = run.reliability ?? [];
  const most = Math.max(1, ...counts);
  const step = WIDTH / Math.max(1, counts.length);
  const thin = counts.length > 20;
  return html`<svg viewBox="0 0 ${LEFT + WIDTH + 20} ${TOP + HEIGHT + 40}" width="${LEFT + WIDTH + 20}" role="img" aria-label="Problems by how many of their samples succeeded">
<text x="${LEFT}" y="16">${run.label.slice(0, 50)}: problems by successes in ${run.k} samples</text>
${counts.map((count, successes) => {
  const height = Math.round((count / most) * HEIGHT);
  const x = Math.round(LEFT + successes * step);
  return html`<rect x="${x}" y="${TOP + HEIGHT - height}" width="${Math.max(1, Math.round(step) - 4)}" height="${height}" fill="#0072b2"/>
${thin && successes % 10 !== 0 ? null : html`<text x="${Math.round(x + step / 2 - 2)}" y="${TOP + HEIGHT + 16}" text-anchor="middle">${successes}</text>`}
${thin ? null : html`<text x="${Math.round(x + step / 2 - 2)}" y="${TOP + HEIGHT - height - 4}" text-anchor="middle">${count}</text>`}`;
})}
<line class="axis" x1="${LEFT}" x2="${LEFT + WIDTH}" y1="${TOP + HEIGHT}" y2="${TOP + HEIGHT}"/>
</svg>`;
}
