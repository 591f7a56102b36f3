import type { FunctionCall } from '../../../chat/read-response.ts';
import { parseJson } from '../../../store/parse-json.ts';
import type { EmittedCall } from '../emitted-call.ts';
import { isPlainObject } from '../plain-object.ts';

/** The calls that a provider sends apart from the text. */
export function nativeCalls(calls: readonly FunctionCall[]): EmittedCall[] {
  return calls.map(({ id, name, arguments: written }) => {
    const json = written.trim() === '' ? { ok: true as const, value: {} } : parseJson(written);
    const given = json.ok && isPlainObject(json.value) ? json.value : null;
    return { name, form: 'native', ...(id !== null && { id }), arguments: given, written };
  });
}
