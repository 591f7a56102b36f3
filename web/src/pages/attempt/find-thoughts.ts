import type { RecordedCall } from './recorded-call.ts';

/** Shorter texts occur in almost any completion, so they must match a whole one. */
const FEWEST = 12;
const MOST = 20_000;
/**
 * Limit on all completions together: a hostile dialogue could otherwise force a comparison of everything with
 * everything.
 */
const MOST_SAID = 1_000_000;
const MOST_STEPS = 1_000;

/** Words that a step claims: its thought or its response. */
export interface ClaimedWords {
  /** Number of the step. */
  readonly number: number;
  readonly words: string | null;
}

/**
 * For each step the recorded completion that contains its words, ignoring white space and tags; completions later in
 * the order are preferred. Words found in none were written by the program.
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

/** Whether a thought is long enough that its absence from all completions is meaningful. */
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
