import { contentText } from '../../chat/content-text.ts';
import { ownField } from '../../json/json-object.ts';
import { parseJson } from '../../json/parse-json.ts';
import type { RecordedCompletion } from './completion.ts';
import { saysSame } from './says-same.ts';
import { withoutTagged } from './without-tagged.ts';

const RESULT_TAGS = /<\/?(?:obs|observation|tool_response|result)>/g;

/**
 * What a model was shown after it made `count` calls, for harnesses that keep the conversation in one text: the text
 * that the next request adds, without the model's own words. `undefined` if it cannot be divided by call.
 */
export function observedResults(
  before: RecordedCompletion,
  after: RecordedCompletion | undefined,
  count: number,
): string[] | undefined {
  if (after === undefined) return undefined;
  const was = lastText(before);
  const is = lastText(after);
  if (!is.startsWith(was)) return undefined;
  const added = withoutTagged(withoutTagged(is.slice(was.length), 'think'), 'tool_call')
    .replaceAll(RESULT_TAGS, '')
    .trim();
  if (added === '') return undefined;
  const json = parseJson(added);
  if (!json.ok || !Array.isArray(json.value)) return count === 1 ? [added] : undefined;
  const entries: readonly unknown[] = json.value;
  if (entries.length === count) return entries.map((entry) => textOf(resultOf(entry)));
  return count === 1 ? [added] : undefined;
}

/**
 * What a model was shown after its only call, for harnesses that keep the conversation in messages of text: the user
 * message after its turn. This is the result of calls that the gateway does not see: of the agent's own tools, refused
 * ones, and ones answered from memory.
 */
export function shownResult(before: RecordedCompletion, after: RecordedCompletion | undefined): string | undefined {
  if (after === undefined || before.calls.length !== 1) return undefined;
  const turn = after.messages.findLastIndex((message) => saysSame(message, before));
  const answer = turn === -1 ? undefined : after.messages[turn + 1];
  if (ownField(answer, 'role') !== 'user') return undefined;
  return contentText(ownField(answer, 'content')).replaceAll(RESULT_TAGS, '').trim();
}

function lastText({ messages }: RecordedCompletion): string {
  return contentText(ownField(messages.at(-1), 'content'));
}

function resultOf(entry: unknown): unknown {
  return ownField(entry, 'results') ?? ownField(entry, 'result') ?? ownField(entry, 'content') ?? entry;
}

function textOf(value: unknown): string {
  return typeof value === 'string' ? value : JSON.stringify(value);
}
