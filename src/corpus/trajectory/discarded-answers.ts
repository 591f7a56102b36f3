import { contentText } from '../../chat/content-text.ts';
import { ownField } from '../../json/json-object.ts';
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
    return later.some((each) => shows(each, completion));
  });
}

function calls(completion: RecordedCompletion, name: string): boolean {
  return completion.calls.some((call) => call.name === name);
}

/** Whether a later prompt has this answer, quotes it, or has another turn in its place. */
function shows({ messages }: RecordedCompletion, answer: RecordedCompletion): boolean {
  if (ownField(messages[answer.messages.length], 'role') === 'assistant') return true;
  const isText = answer.calls.every(({ form }) => form !== 'native');
  const text = answer.text.trim();
  return messages.some((message) =>
    isText ? contentText(ownField(message, 'content')).includes(text) : saysSame(message, answer),
  );
}
