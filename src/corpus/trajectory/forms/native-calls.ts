import { parseJson } from '../../../store/parse-json.ts';
import type { EmittedCall } from '../emitted-call.ts';
import { fieldOf, isPlainObject, type PlainObject } from '../plain-object.ts';

const MAX_CALLS = 64;

/** `tool_calls` as OpenAI has them, and the single `function_call` it had before. */
export function nativeCalls(message: PlainObject): EmittedCall[] {
  const { tool_calls: calls, function_call: single } = message;
  if (Array.isArray(calls)) {
    return calls.slice(0, MAX_CALLS).flatMap((call: unknown) => {
      const id = fieldOf(call, 'id');
      return read(fieldOf(call, 'function'), typeof id === 'string' ? id : undefined);
    });
  }
  return single == null ? [] : read(single, undefined);
}

function read(called: unknown, id: string | undefined): EmittedCall[] {
  const name = fieldOf(called, 'name');
  const given = fieldOf(called, 'arguments');
  if (typeof name !== 'string') return [];
  const found = { name, form: 'native' as const, ...(id !== undefined && { id }) };
  if (typeof given !== 'string') {
    return [{ ...found, arguments: given == null ? {} : isPlainObject(given) ? given : null }];
  }
  const json = given.trim() === '' ? { ok: true as const, value: {} } : parseJson(given);
  return [{ ...found, arguments: json.ok && isPlainObject(json.value) ? json.value : null, written: given }];
}
