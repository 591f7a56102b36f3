import type { FunctionCall } from '../../chat/read-response.ts';
import { isJsonObject } from '../../json/json-object.ts';
import { parseJson } from '../../json/parse-json.ts';
import { SEVEN_TOOLS } from '../../tools/shopping-tools.ts';
import type { EmittedCall } from './emitted-call.ts';
import { jsonCalls } from './forms/json-calls.ts';
import { namedCalls } from './forms/named-calls.ts';
import { withoutTagged } from './without-tagged.ts';

/** Longer answers are searched only at their ends, which is enough for any call. */
const MAX_TEXT = 200_000;

/** No harness carries out more calls of one answer. */
const MOST_CALLS = 200;

const OUR_TOOLS = SEVEN_TOOLS.map(({ name }) => name);

/**
 * Reads the tool calls in an answer, in every format that public harnesses read: native calls, JSON between tags, in a
 * fence or bare, and a tool's name followed by its arguments. If there are native calls, the text is not searched,
 * because it only describes them.
 */
export function readEmissions(
  toolCalls: readonly FunctionCall[],
  content: string,
  offered: readonly string[],
): EmittedCall[] {
  const native = nativeCalls(toolCalls.slice(0, MOST_CALLS));
  if (native.length > 0) return native;
  if (content === '') return [];
  const text = withoutThoughts(content.length > MAX_TEXT ? content.slice(-MAX_TEXT) : content);
  const names = offered.length === 0 ? OUR_TOOLS : [...new Set([...OUR_TOOLS, ...offered])];
  const found = jsonCalls(text, new Set(names));
  return [...found.calls, ...namedCalls(found.rest, names)].slice(0, MOST_CALLS);
}

/** Removes thoughts, which are not actions. The opening tag may be missing because a template removed it. */
export function withoutThoughts(content: string): string {
  if (!content.includes('</think>')) return content;
  const closed = withoutTagged(content, 'think', ' ');
  const end = closed.indexOf('</think>');
  return end === -1 ? closed : closed.slice(end + '</think>'.length);
}

/** The calls that a provider returns separately from the text. */
function nativeCalls(calls: readonly FunctionCall[]): EmittedCall[] {
  return calls.map(({ id, name, arguments: written }) => {
    const json = written.trim() === '' ? { ok: true as const, value: {} } : parseJson(written);
    const given = json.ok && isJsonObject(json.value) ? json.value : null;
    return { name, form: 'native', ...(id !== null && { id }), arguments: given, written };
  });
}
