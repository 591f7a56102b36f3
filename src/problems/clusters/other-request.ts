import { compareRequests } from './compare-requests.ts';
import { contradict } from './contradict.ts';
import { featuresOf, type RarityWeights, type RequestFeatures, weigh } from './request-features.ts';
import type { RequestText } from './request-text.ts';

/** This many equal words in a row count as copied. */
const RUN = 5;

/** A remainder with fewer words than this is too short to judge. */
const WORDS_TO_JUDGE = 4;
const LEAST_AGREEMENT = 0.4;
/** Words with less weight than this are common in all requests: "pesos", "above", "priced". */
const TELLING_WORD = 0.5;
/** Words that name different goods make up at least this share of a request. */
const OWN_SHARE = 0.1;

/**
 * Whether two requests share only copied words: the same voucher or the same opening for different goods, or the same
 * goods with different numbers. Copied words do not show a paraphrase, so the remaining words have to agree as well.
 */
export function isOtherRequest(left: RequestText, right: RequestText, weights: RarityWeights): boolean {
  const rests = restsOf(left, right);
  if (rests === undefined) return false;
  if (areShort(rests)) return contradict(left, right) || replaceWords(rests, left, right, weights);
  const [restLeft, restRight] = rests;
  return compareRequests(weigh(restLeft, weights), weigh(restRight, weights), weights) < LEAST_AGREEMENT;
}

/** Whether one request is a copy of the other with one or two words replaced, so that it asks for different goods. */
export function isCopyOfOther(left: RequestText, right: RequestText, weights: RarityWeights): boolean {
  const rests = restsOf(left, right);
  return rests !== undefined && areShort(rests) && replaceWords(rests, left, right, weights);
}

type Rests = readonly [left: RequestFeatures, right: RequestFeatures];

/** The remainders of both requests without the copied words; `undefined` if nothing was copied. */
function restsOf(left: RequestText, right: RequestText): Rests | undefined {
  const copied = runsOf(left.written).intersection(runsOf(right.written));
  return copied.size === 0 ? undefined : [restOf(left, copied), restOf(right, copied)];
}

function areShort(rests: Rests): boolean {
  return rests.some(({ said }) => said.size < WORDS_TO_JUDGE);
}

/**
 * A copy may omit or add words. If each text has distinctive words that the other lacks, these words replace each
 * other. In a long request a single word need not name the goods, and changing it must not hide a copy.
 */
function replaceWords(
  [ofLeft, ofRight]: Rests,
  left: RequestText,
  right: RequestText,
  weights: RarityWeights,
): boolean {
  return ownShare(ofLeft, left, right, weights) >= OWN_SHARE && ownShare(ofRight, right, left, weights) >= OWN_SHARE;
}

/** The share of a request made up of distinctive words in its remainder that the other request does not contain. */
function ownShare(
  { meant: rest }: RequestFeatures,
  request: RequestText,
  other: RequestText,
  weights: RarityWeights,
): number {
  const { said, meant } = featuresOf(other);
  // Words may be joined in one text and separate in the other.
  const glued = other.words.join('');
  const squared = (word: string): number => weights.weight(word) ** 2;
  const own = rest
    .values()
    .filter((word) => weights.weight(word) >= TELLING_WORD)
    .filter((word) => !said.has(word) && !meant.has(word) && !glued.includes(word));
  const sum = (words: Iterable<string>): number =>
    Iterator.from(words).reduce((total, word) => total + squared(word), 0);
  return sum(own) / sum(featuresOf(request).meant);
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

/** The words outside copied runs; a phrase that is only partly copied is kept whole. */
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
