import { type Html, html } from '../../verdict/report.ts';

const LEFT = 270;
const WIDTH = 480;
const RIGHT = 30;
const ROW = 24;
const TITLE = 34;
const AXIS = 40;
/** Readable on a light and on a dark page. */
const INK = '#6b7280';
const MARK = '#2563eb';
const POSSIBLE_STEPS = [0.01, 0.02, 0.05, 0.1, 0.2, 0.25];

export interface PlottedLine {
  readonly label: string;
  readonly value: number;
  readonly low: number;
  readonly high: number;
  /** Values of single seeds, drawn as small marks. */
  readonly seeds: readonly number[];
}

export interface IntervalPanel {
  readonly title: string;
  readonly lines: readonly PlottedLine[];
}

/** Plots values from 0 to 1 with their intervals, one panel below the other, as a self-contained SVG file. */
export function plotIntervals(title: string, panels: readonly IntervalPanel[]): string {
  const shown = panels.filter(({ lines }) => lines.length > 0);
  const heights = shown.map(({ lines }) => TITLE + lines.length * ROW + AXIS);
  const tops = heights.map((_, place) => heights.slice(0, place).reduce((sum, height) => sum + height, 0));
  const [width, height] = [LEFT + WIDTH + RIGHT, heights.reduce((sum, each) => sum + each, 0)];
  const drawn = html`<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${width} ${height}" width="${width}" height="${height}" role="img" font-family="sans-serif" font-size="13" fill="${INK}">
<title>${title}</title>
${shown.map((each, place) => panel(each, tops[place]!))}
</svg>
`;
  return drawn.text;
}

function panel({ title, lines }: IntervalPanel, top: number): Html {
  const least = Math.min(0, ...lines.map(({ low }) => low));
  const most = Math.max(0.01, ...lines.map(({ high }) => high));
  const step = POSSIBLE_STEPS.find((each) => (most - least) / each <= 10) ?? 0.5;
  const [first, last] = [Math.floor(least / step), Math.ceil(most / step)];
  const x = (share: number): number => Math.round(LEFT + ((share / step - first) / (last - first)) * WIDTH);
  const ticks = Array.from({ length: last - first + 1 }, (_, place) => first + place);
  const bottom = top + TITLE + lines.length * ROW;
  return html`<text x="${LEFT}" y="${top + 18}" font-weight="bold">${title}</text>
${ticks.map((tick) => html`<line x1="${x(tick * step)}" x2="${x(tick * step)}" y1="${top + TITLE - 6}" y2="${bottom}" stroke="${INK}" stroke-opacity="${tick === 0 ? 0.9 : 0.25}"/><text x="${x(tick * step)}" y="${bottom + 18}" text-anchor="middle">${Math.round(1_000 * tick * step) / 10}</text>`)}
${lines.map(({ label, value, low, high, seeds }, place) => {
  const y = top + TITLE + place * ROW + 8;
  return html`<text x="${LEFT - 12}" y="${y + 4}" text-anchor="end">${label}</text>
<line x1="${x(low)}" x2="${x(high)}" y1="${y}" y2="${y}" stroke="${MARK}" stroke-width="3"/>
${seeds.map((seed) => html`<circle cx="${x(seed)}" cy="${y}" r="2.5" fill="none" stroke="${INK}"/>`)}
<circle cx="${x(value)}" cy="${y}" r="5" fill="${MARK}"/>`;
})}`;
}
