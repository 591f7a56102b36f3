import { contentText } from '../../chat/content-text.ts';
import { ownField } from '../../json/json-object.ts';
import { parseJson } from '../../json/parse-json.ts';
import { sameJson } from '../agency/same-json.ts';
import type { RecordedCompletion } from './completion.ts';

/** Whether a message of a prompt is this answer of the model. */
export function saysSame(message: unknown, { text, calls }: RecordedCompletion): boolean {
  if (ownField(message, 'role') !== 'assistant') return false;
  if (contentText(ownField(message, 'content')).trim() !== text.trim()) return false;
  const shown = ownField(message, 'tool_calls');
  const listed: readonly unknown[] = Array.isArray(shown) ? shown : [];
  // All other calls are in the text.
  const native = calls.filter(({ form }) => form === 'native');
  return (
    listed.length === native.length &&
    native.every((call, place) => {
      const inner = ownField(listed[place], 'function');
      if (ownField(inner, 'name') !== call.name) return false;
      const written = ownField(inner, 'arguments');
      const json = typeof written === 'string' ? parseJson(written) : { ok: true as const, value: written };
      if (!json.ok) return false;
      // Harnesses show arguments that cannot be parsed as `{}`. Any other difference, such as a repair, is something
      // the model never wrote.
      return sameJson(json.value, call.arguments) || (call.arguments === null && sameJson(json.value, {}));
    })
  );
}
