import { compareRequests } from './compare-requests.ts';
import { contradict } from './contradict.ts';
import { featuresOf, type RarityWeights, type RequestFeatures, weigh } from './request-features.ts';
import type { RequestText } from './request-text.ts';

/** So many equal words in a row were copied. */
const RUN = 6;

/** A rest with fewer words than this is too short to judge by. */
const WORDS_TO_JUDGE = 4;
const LEAST_AGREEMENT = 0.4;

/**
 * Whether two requests share copied words and nothing else: the same voucher or the same opening on other goods, or the
 * same goods with other numbers. Copies are not paraphrases, so what is left without them has to agree as well.
 */
export function isOtherRequest(left: RequestText, right: RequestText, weights: RarityWeights): boolean {
  const copied = runsOf(left.written).intersection(runsOf(right.written));
  if (copied.size === 0) return false;
  const [restLeft, restRight] = [restOf(left, copied), restOf(right, copied)];
  if (restLeft.said.size < WORDS_TO_JUDGE || restRight.said.size < WORDS_TO_JUDGE) return contradict(left, right);
  return compareRequests(weigh(restLeft, weights), weigh(restRight, weights), weights) < LEAST_AGREEMENT;
}

function runsOf(words: readonly string[]): Set<string> {
  return new Set(
    words
      .keys()
      .map((start) => runAt(words, start))
      .filter((run) => run !== undefined),
  );
}

function runAt(words: readonly string[], start: number): string | undefined {
  return start + RUN > words.length ? undefined : words.slice(start, start + RUN).join(' ');
}

/** The words outside copied runs; a phrase is kept whole. */
function restOf({ query, written, words, phrases }: RequestText, copied: ReadonlySet<string>): RequestFeatures {
  const isKept = words.map(() => true);
  for (const start of words.keys()) if (copied.has(runAt(written, start) ?? '')) isKept.fill(false, start, start + RUN);
  const kept = phrases.filter(({ start, end }) => isKept.slice(start, end).includes(true));
  for (const { start, end } of kept) isKept.fill(true, start, end);
  const rest = words.filter((_, place) => isKept[place]);
  const before = (place: number): number => isKept.slice(0, place).filter(Boolean).length;
  const moved = kept.map((span) => ({ ...span, start: before(span.start), end: before(span.end) }));
  return featuresOf({ query, written: rest, words: rest, phrases: moved });
}
