import type { RecordedCall } from './recorded-call.ts';

/** Shorter texts are found in anything, so that only a completion of just these words counts. */
const FEWEST = 12;
const MOST = 20_000;
/** All of them together: a hostile dialogue could ask for a comparison of everything with everything. */
const MOST_SAID = 1_000_000;
const MOST_STEPS = 1_000;

/** Words that a step claims: its thought or its response. */
export interface ClaimedWords {
  /** Of the step. */
  readonly number: number;
  readonly words: string | null;
}

/**
 * For each step the recorded completion in which its words stand, word for word but for white space and tags; those
 * in order first. Words that are in none of them were written by the program.
 */
export function findThoughts(
  claims: readonly ClaimedWords[],
  ordered: readonly RecordedCall[],
): ReadonlyMap<number, RecordedCall> {
  const said: { readonly call: RecordedCall; readonly text: string }[] = [];
  let length = 0;
  for (const call of ordered) {
    if (call.text === '' || length > MOST_SAID) continue;
    said.push({ call, text: plain(call.text) });
    length += said.at(-1)!.text.length;
  }
  const found = new Map<number, RecordedCall>();
  let at = 0;
  for (const { number, words } of claims.slice(0, MOST_STEPS)) {
    const thought = words === null ? '' : plain(words);
    if (thought === '') continue;
    const holds = ({ text }: { readonly text: string }): boolean =>
      isTelling(thought) ? text.includes(thought) : text === thought;
    const later = said.findIndex((each, place) => place >= at && holds(each));
    const place = later === -1 ? said.findIndex(holds) : later;
    if (place === -1) continue;
    found.set(number, said[place]!.call);
    at = Math.max(at, place);
  }
  return found;
}

/** Whether it says something if a thought is found in no completion. */
export function isTelling(think: string): boolean {
  return think.length >= FEWEST;
}

function plain(text: string): string {
  return text
    .slice(0, MOST)
    .replaceAll(/<\/?(?:think|tool_call|response)>/g, ' ')
    .replaceAll(/\s+/g, ' ')
    .trim();
}
