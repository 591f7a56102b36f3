import type { RowMessage, ToolCall } from '../../chat/schema.ts';
import { normalIds, normalSearch } from '../../corpus/agency.ts';
import { canonicalJson } from '../../json/canonical-json.ts';
import { isJsonObject } from '../../json/json-object.ts';
import { parseJson } from '../../json/parse-json.ts';

/** Equal for two calls that request the same thing, however they are written. */
export function callSignature({ function: { name, arguments: written } }: Pick<ToolCall, 'function'>): string {
  const json = parseJson(written.trim() === '' ? '{}' : written);
  if (!json.ok || !isJsonObject(json.value)) return `${name} ${written}`;
  if (name === 'find_product') return `${name} ${canonicalJson(normalSearch(json.value))}`;
  // The order of a recommendation matters: products answer the items in the requested order.
  if (name === 'recommend_product') return `${name} ${normalIds(json.value).join(',')}`;
  if (name === 'view_product_information') return `${name} ${normalIds(json.value).toSorted().join(',')}`;
  // A closing message does not make it a different action.
  if (name === 'terminate') return name;
  return `${name} ${canonicalJson(json.value)}`;
}

/** Signature of the calls of one turn. */
export function turnSignature(calls: readonly Pick<ToolCall, 'function'>[]): string {
  return calls.map(callSignature).join(' & ');
}

/** Signature of the calls of a whole conversation, turn by turn. The text may differ. */
export function actionSignature(messages: readonly RowMessage[]): string {
  return messages
    .flatMap((message) => (message.role === 'assistant' ? [turnSignature(message.tool_calls ?? [])] : []))
    .join('\n');
}
