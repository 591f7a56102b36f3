import type { FunctionCall } from '../../../chat/read-response.ts';
import { isJsonObject } from '../../../json/json-object.ts';
import { parseJson } from '../../../json/parse-json.ts';
import type { EmittedCall } from '../emitted-call.ts';

/** The calls that a provider sends apart from the text. */
export function nativeCalls(calls: readonly FunctionCall[]): EmittedCall[] {
  return calls.map(({ id, name, arguments: written }) => {
    const json = written.trim() === '' ? { ok: true as const, value: {} } : parseJson(written);
    const given = json.ok && isJsonObject(json.value) ? json.value : null;
    return { name, form: 'native', ...(id !== null && { id }), arguments: given, written };
  });
}
