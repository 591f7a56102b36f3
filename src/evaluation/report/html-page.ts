import { Html, html } from '../../verdict/report.ts';
import type { ReportSection } from './report-section.ts';

const STYLE = `
:root { color-scheme: light dark; font: 15px/1.5 system-ui, sans-serif; }
body { max-width: 80rem; margin: 2rem auto; padding: 0 1rem; }
table { border-collapse: collapse; margin: .6rem 0; font-variant-numeric: tabular-nums; }
td, th { padding: .2rem .7rem; text-align: left; border-bottom: 1px solid #8884; vertical-align: top; overflow-wrap: break-word; max-width: 24rem; }
.wide { overflow-x: auto; } svg { max-width: 100%; height: auto; display: block; margin: .8rem 0; }
svg text { fill: currentColor; font: 12px system-ui, sans-serif; } svg .axis { stroke: #8888; }
`;

/** A self-contained page: no scripts, fonts, images or other external resources. */
export function htmlPage(title: string, facts: readonly string[], sections: readonly ReportSection[]): string {
  return html`<!doctype html>
<html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width">
<meta http-equiv="Content-Security-Policy" content="default-src 'none'; style-src 'unsafe-inline'">
<title>${title}</title><style>${new Html(STYLE)}</style></head><body>
<h1>${title}</h1>
${facts.map((fact) => html`<p>${fact}</p>`)}
${sections.map(sectionHtml)}
</body></html>
`.text;
}

function sectionHtml({ title, paragraphs = [], list = [], table, plots = [] }: ReportSection): Html {
  return html`<section><h2>${title}</h2>
${paragraphs.map((text) => html`<p>${text}</p>`)}
${list.length === 0 ? null : html`<ul>${list.map((text) => html`<li>${text}</li>`)}</ul>`}
${table === undefined ? null : html`<div class="wide"><table><tr>${table.head.map((name) => html`<th>${name}</th>`)}</tr>${table.rows.map((row) => html`<tr>${row.map((cell) => html`<td>${cell}</td>`)}</tr>`)}</table></div>`}
${plots}
</section>`;
}
