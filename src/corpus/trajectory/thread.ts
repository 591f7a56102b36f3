import { sameJson } from '../agency/same-json.ts';
import type { RecordedCompletion } from './completion.ts';

/** Completions of which each request begins with the request before it. */
export interface Thread {
  readonly completions: readonly RecordedCompletion[];
}

/** Sorts completions into conversations. A request that repeats one asks again, and the earlier answer was thrown away. */
export function findThreads(completions: readonly RecordedCompletion[]): Thread[] {
  const threads: RecordedCompletion[][] = [];
  for (const completion of completions) {
    const thread = threads.findLast((each) => isContinued(each.at(-1)!, completion));
    if (thread === undefined) threads.push([completion]);
    else if (thread.at(-1)!.messages.length === completion.messages.length) thread[thread.length - 1] = completion;
    else thread.push(completion);
  }
  return threads.map((each) => ({ completions: each }));
}

function isContinued(before: RecordedCompletion, after: RecordedCompletion): boolean {
  return (
    before.messages.length <= after.messages.length &&
    before.messages.every((message, place) => sameJson(message, after.messages[place]))
  );
}
