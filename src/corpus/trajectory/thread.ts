import { normalIds } from '../agency/normal-arguments.ts';
import { sameJson } from '../agency/same-json.ts';
import type { RecordedCompletion } from './completion.ts';
import { saysSame } from './says-same.ts';

/** Completions in which each request begins with the previous request. */
export interface Thread {
  readonly completions: readonly RecordedCompletion[];
}

/** All answers to one prompt, which a program may request several times. */
type Samples = RecordedCompletion[];

/**
 * Groups completions into conversations. Of several answers to one prompt, the one shown in the next request counts;
 * for the last prompt, the one that recommends what was recommended. If neither decides, a repeated request is a retry,
 * and the earlier answer was discarded.
 */
export function findThreads(
  completions: readonly RecordedCompletion[],
  recommended: readonly string[] = [],
): readonly Thread[] {
  return groupSamples(completions).map((thread) => ({
    completions: thread.map((samples, place) => chosenOf(samples, thread[place + 1]?.[0], recommended)),
  }));
}

/**
 * The completions without the samples of a prompt that their program did not use: those with calls that it carried out,
 * or else the one that counts in its conversation.
 */
export function withoutUnusedSamples(
  completions: readonly RecordedCompletion[],
  recommended: readonly string[],
  isUsed: (completion: RecordedCompletion) => boolean,
): RecordedCompletion[] {
  const kept = new Set(
    groupSamples(completions).flatMap((thread) =>
      thread.flatMap((samples, place) => {
        const used = samples.filter(isUsed);
        return used.length > 0 ? used : [chosenOf(samples, thread[place + 1]?.[0], recommended)];
      }),
    ),
  );
  return completions.filter((completion) => kept.has(completion));
}

function groupSamples(completions: readonly RecordedCompletion[]): Samples[][] {
  const threads: Samples[][] = [];
  for (const completion of completions) {
    const thread = threads.findLast((each) => isContinued(each.at(-1)![0]!, completion));
    if (thread === undefined) threads.push([[completion]]);
    else if (thread.at(-1)![0]!.messages.length === completion.messages.length) thread.at(-1)!.push(completion);
    else thread.push([completion]);
  }
  return threads;
}

function chosenOf(
  samples: Samples,
  next: RecordedCompletion | undefined,
  recommended: readonly string[],
): RecordedCompletion {
  return next === undefined ? recommending(samples, recommended) : shownIn(samples, next);
}

function shownIn(samples: Samples, { messages }: RecordedCompletion): RecordedCompletion {
  const shown = messages[samples[0]!.messages.length];
  return samples.findLast((sample) => saysSame(shown, sample)) ?? samples.at(-1)!;
}

function recommending(samples: Samples, recommended: readonly string[]): RecordedCompletion {
  const wanted = recommended.join();
  return (
    samples.findLast(({ calls }) =>
      calls.some(
        (call) => call.name === 'recommend_product' && call.arguments && normalIds(call.arguments).join() === wanted,
      ),
    ) ?? samples.at(-1)!
  );
}

function isContinued(before: RecordedCompletion, after: RecordedCompletion): boolean {
  return (
    before.messages.length <= after.messages.length &&
    before.messages.every((message, place) => sameJson(message, after.messages[place]))
  );
}
