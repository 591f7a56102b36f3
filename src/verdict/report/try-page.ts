import { attemptSection, type ReportedAttempt } from './attempt-section.ts';
import { Html, html } from './html.ts';

export interface TryPage {
  readonly title: string;
  /** Lines that describe the run: agent, model, sandbox, time. */
  readonly facts: readonly string[];
  readonly table: { readonly head: readonly string[]; readonly rows: readonly (readonly (string | number)[])[] };
  readonly reasons: readonly (readonly [reason: string, times: number])[];
  readonly attempts: readonly ReportedAttempt[];
}

const STYLE = `
:root { color-scheme: light dark; font: 15px/1.5 system-ui, sans-serif; }
body { max-width: 72rem; margin: 2rem auto; padding: 0 1rem; }
table { border-collapse: collapse; margin: .6rem 0; } td, th { padding: .15rem .7rem; text-align: right; border-bottom: 1px solid #8884; }
td:first-child, th:first-child { text-align: left; }
details.attempt { border: 1px solid #8884; border-left: 4px solid #c33; border-radius: 4px; margin: .4rem 0; padding: .3rem .8rem; }
details.solved { border-left-color: #2a7; } summary { cursor: pointer; } small { opacity: .7; } .fault { color: #c33; }
.query { font-size: 1.05rem; } pre, blockquote, code { white-space: pre-wrap; overflow-wrap: anywhere; }
pre { max-height: 16rem; overflow: auto; background: #8881; padding: .5rem; font-size: .8rem; }
blockquote { margin: .3rem 0; padding-left: .8rem; border-left: 2px solid #8886; } mark { background: #fd08; color: inherit; }
`;

/** Renders a self-contained page: no script, font, picture or external resource. */
export function tryPage(page: TryPage): string {
  const { head, rows } = page.table;
  return html`<!doctype html>
<html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width">
<meta http-equiv="Content-Security-Policy" content="default-src 'none'; style-src 'unsafe-inline'">
<title>${page.title}</title><style>${new Html(STYLE)}</style></head><body>
<h1>${page.title}</h1>
${page.facts.map((fact) => html`<p>${fact}</p>`)}
<table><tr>${head.map((name) => html`<th>${name}</th>`)}</tr>
${rows.map((row) => html`<tr>${row.map((cell) => html`<td>${cell}</td>`)}</tr>`)}</table>
${page.reasons.length === 0 ? null : html`<h2>Why attempts failed</h2><table>${page.reasons.map(([reason, times]) => html`<tr><td>${reason}</td><td>${times}</td></tr>`)}</table>`}
<h2>Attempts</h2>
${failedFirst(page.attempts).map(attemptSection)}
</body></html>
`.text;
}

function failedFirst(attempts: readonly ReportedAttempt[]): readonly ReportedAttempt[] {
  return attempts.toSorted((left, right) => Number(left.reason === null) - Number(right.reason === null));
}
