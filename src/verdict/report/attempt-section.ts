import { readResponse } from '../../chat/read-response.ts';
import type { Call } from '../../gateway/calls.ts';
import type { Problem } from '../../problems/problem.ts';
import { comparabilityNote } from '../../problems/satisfy.ts';
import { shortenAfter } from '../../text/shorten.ts';
import { spokenText } from '../judge/gates/completion-text.ts';
import type { Evidence, Verdict } from '../verdict.ts';
import { type Html, html } from './html.ts';

export interface ReportedAttempt {
  readonly problem: Problem;
  readonly attemptId: string;
  readonly calls: readonly Call[];
  readonly verdict: Verdict;
  /** `null` for a success. */
  readonly reason: string | null;
  readonly seconds: number;
  readonly faultMessage: string | null;
}

/** Longer texts are rarely read, and a page with a thousand attempts must still open. */
const MAX_SHOWN = 4_000;
const MAX_CALLS = 120;

/** Renders one attempt: the request, every call with its result, and the results of the scorer and the judge. */
export function attemptSection(attempt: ReportedAttempt): Html {
  const { problem, verdict, calls } = attempt;
  const outcome = attempt.reason === null ? 'solved' : 'failed';
  return html`
<details class="attempt ${outcome}">
  <summary><b>${outcome}</b> ${problem.category}, ${problem.difficulty} · ${shortenAfter(problem.query, 140)}
    <small>${attempt.reason ?? ''}</small></summary>
  <p class="query">${problem.query}</p>
  <p>attempt <code>${attempt.attemptId}</code> · ${attempt.seconds.toFixed(1)} s · ${calls.length} calls
    ${attempt.faultMessage === null ? null : html`· <span class="fault">${shortenAfter(attempt.faultMessage, MAX_SHOWN)}</span>`}</p>
  ${scoreTable(verdict)}
  <p><b>Judge</b> (${verdict.judgement.judge} ${verdict.judgement.judge_version}):
    ${verdict.judgement.quality ?? 'not judged'} · ${shortenAfter(verdict.judgement.explanation, MAX_SHOWN)}</p>
  <ol class="calls">${calls.slice(0, MAX_CALLS).map((call) => callItem(call, verdict.judgement.evidence))}</ol>
  ${calls.length > MAX_CALLS ? html`<p>… and ${calls.length - MAX_CALLS} more calls; <code>assay explain</code> shows them.</p>` : null}
</details>`;
}

function scoreTable({ rules, benchmark }: Verdict): Html {
  const fields = Object.keys(rules.scores) as (keyof typeof rules.scores)[];
  const row = (name: string, { scores, success, flags }: typeof rules) =>
    html`<tr><th>${name}</th>${fields.map((field) => html`<td>${(scores[field] ?? 0).toFixed(2)}</td>`)}
      <td>${success ? 'yes' : 'no'}</td><td>${flags.join(', ')}</td></tr>`;
  return html`<table><tr><th></th>${fields.map((field) => html`<th>${field}</th>`)}<th>success</th><th>flags</th></tr>
    ${row(rules.rule_set, rules)}${row(benchmark.rule_set, benchmark)}</table>
    ${note(rules.titles?.measure ?? 'lexical')}
    <p>recommended: ${rules.recommended.length === 0 ? 'nothing' : rules.recommended.join(', ')}</p>`;
}

function note(measure: string): Html | null {
  const text = comparabilityNote(measure);
  return text === null ? null : html`<p><small>${text}</small></p>`;
}

function callItem(call: Call, evidence: readonly Evidence[]): Html {
  const { sequence, kind, status, duration_ms } = call;
  const head = html`<small>${sequence} · ${kind} · ${status} · ${Math.round(duration_ms)} ms</small>`;
  if (kind !== 'inference') {
    const asked = Object.entries(call.parameters).map(([name, value]) => `${name}=${String(value)}`);
    return html`<li>${head} <code>${shortenAfter(asked.join(' ') || call.path, 300)}</code><pre>${shortenAfter(resultOf(call), MAX_SHOWN)}</pre></li>`;
  }
  const completion = readResponse(call.response);
  // The judge's spans refer to this text. A model that refuses has no other text.
  const text = completion === undefined ? '' : spokenText(completion) || completion.refusal;
  const quoted = evidence.filter((each) => each.call === sequence);
  return html`<li class="model">${head}<blockquote>${highlight(text, quoted)}</blockquote>
    ${(completion?.toolCalls ?? []).map(({ name, arguments: given }) => html`<code>${shortenAfter(`${name}(${given})`, 600)}</code> `)}</li>`;
}

/** The products shown by a search or a product page, one per line. */
function resultOf({ response }: Call): string {
  if (!Array.isArray(response)) return JSON.stringify(response);
  return response
    .map((item: Record<string, unknown>) =>
      'title' in item && 'price' in item
        ? `${item.product_id}  ${item.price}  shop ${item.shop_id}  ${(item.service as unknown[])?.join?.(' ') ?? ''}  ${item.title}`
        : JSON.stringify(item),
    )
    .join('\n');
}

/** Marks the judge's quotes in the text. */
function highlight(text: string, quotes: readonly Evidence[]): Html[] {
  const parts: Html[] = [];
  let at = 0;
  for (const { start, end, gate } of quotes.toSorted((left, right) => left.start - right.start)) {
    if (start < at || end > text.length) continue;
    parts.push(html`${text.slice(at, start)}<mark title="gate ${gate}">${text.slice(start, end)}</mark>`);
    at = end;
  }
  return [...parts, html`${shortenAfter(text.slice(at), MAX_SHOWN)}`];
}
