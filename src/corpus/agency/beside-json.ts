import { jsonSpans } from '../trajectory/forms/json-spans.ts';

/** A text without the JSON in it: what somebody wrote around results. */
export function besideJson(text: string): string {
  // Most results are JSON from end to end; what else could hide in there is searched for orders only.
  if (/^[[{]/.test(text) && /[\]}]$/.test(text.slice(-1))) return '';
  let rest = '';
  let from = 0;
  for (const { start, end } of jsonSpans(text)) {
    rest += `${text.slice(from, start)} `;
    from = end;
  }
  return rest + text.slice(from);
}
