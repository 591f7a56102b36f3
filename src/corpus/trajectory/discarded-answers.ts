import { contentText } from '../../chat/content-text.ts';
import { ownField } from '../../json/json-object.ts';
import { sameJson } from '../agency/same-json.ts';
import type { RecordedCompletion } from './completion.ts';
import { saysSame } from './says-same.ts';

/**
 * The completions without the drafts that their program threw away: nothing of them was carried out, and no later
 * request shows them. Agents that reflect hold their first recommendation back in this way, and agents that check calls
 * ask again. A recommendation is a draft only if the model made another one later, because the gateway sees neither.
 */
export function withoutDiscarded(
  completions: readonly RecordedCompletion[],
  isUsed: (completion: RecordedCompletion) => boolean,
): RecordedCompletion[] {
  return completions.filter((completion, place) => {
    const later = completions.slice(place + 1);
    if (completion.calls.length === 0 || later.length === 0 || isUsed(completion)) return true;
    if (calls(completion, 'terminate')) return true;
    if (calls(completion, 'recommend_product') && !later.some((each) => calls(each, 'recommend_product'))) return true;
    // If the model says the same again, its words in a later prompt are those of the later answer.
    const isRepeated = later.some((each) => isSameAnswer(each, completion));
    return later.some((each) => hasTurnAt(each, completion) || (!isRepeated && shows(each, completion)));
  });
}

function calls(completion: RecordedCompletion, name: string): boolean {
  return completion.calls.some((call) => call.name === name);
}

function isSameAnswer(one: RecordedCompletion, other: RecordedCompletion): boolean {
  return one.text.trim() === other.text.trim() && sameJson(contentOf(one), contentOf(other));
}

function contentOf({ calls: made }: RecordedCompletion): unknown {
  return made.map((call) => [call.name, call.arguments]);
}

/** Whether a later prompt has a turn of the model in the place of this answer. */
function hasTurnAt({ messages }: RecordedCompletion, answer: RecordedCompletion): boolean {
  return ownField(messages[answer.messages.length], 'role') === 'assistant';
}

/** Whether a later prompt has this answer elsewhere, or quotes it. */
function shows({ messages }: RecordedCompletion, answer: RecordedCompletion): boolean {
  const isText = answer.calls.every(({ form }) => form !== 'native');
  const text = answer.text.trim();
  return messages.some((message) =>
    isText ? contentText(ownField(message, 'content')).includes(text) : saysSame(message, answer),
  );
}
