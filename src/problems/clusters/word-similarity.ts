import { compareRequests, hasTellingNumbers, type Meaning, RELATED } from './compare-requests.ts';
import { contradict } from './contradict.ts';
import { haveOtherGoods } from './other-goods.ts';
import { isOtherRequest } from './other-request.ts';
import type { QuerySimilarity, SimilarPair } from './query-similarity.ts';
import { featuresOf, RarityWeights, tokensOf, weigh } from './request-features.ts';
import type { RequestText } from './request-text.ts';

/** Words and numbers in more queries than this find no candidates; they still count once a pair is compared. */
const MAX_POSTINGS = 400;

/** Of the queries that share something rare with one, the most promising are compared. */
const MOST_CANDIDATES = 16;
/** A candidate shares words and numbers of at least this weight, in tokens that identify a query. */
const CANDIDATE_WEIGHT = 0.6;

/** The cosine of the vectors of two queries, by their places. */
export type MeaningOf = (left: number, right: number) => number | undefined;

const THRESHOLD = 0.5;

/** By words and numbers alone. */
export const wordSimilarity: QuerySimilarity = {
  name: 'words and numbers',
  threshold: THRESHOLD,
  similarPairs: (requests) => similarPairs(requests),
};

/** Every pair of queries that says the same in other words, each found from the later one. */
export function similarPairs(requests: readonly RequestText[], meaning?: MeaningOf): SimilarPair[] {
  const features = requests.map(featuresOf);
  const weights = new RarityWeights(features);
  const weighed = features.map((each) => weigh(each, weights));
  const postings = new Map<string, number[]>();
  const shared = new Float64Array(requests.length);
  const pairs: SimilarPair[] = [];
  for (const [right, each] of features.entries()) {
    const touched: number[] = [];
    for (const token of tokensOf(each)) {
      if (weights.containing(token) > MAX_POSTINGS) continue;
      const earlier = postings.get(token);
      const gain = weights.weight(token);
      for (const left of earlier ?? []) {
        if (shared[left] === 0) touched.push(left);
        shared[left]! += gain;
      }
      if (earlier === undefined) postings.set(token, [right]);
      else earlier.push(right);
    }
    const candidates = mostPromising(touched, shared);
    const meanings = meaning === undefined ? undefined : meaningsOf(candidates, (left) => meaning(left, right));
    for (const left of candidates) {
      const similarity = compareRequests(weighed[left]!, weighed[right]!, weights, meanings?.get(left));
      if (similarity < THRESHOLD) continue;
      const isByNumbers = hasTellingNumbers(weighed[left]!) && hasTellingNumbers(weighed[right]!);
      if (!isByNumbers && contradict(requests[left]!, requests[right]!)) continue;
      if (isOtherRequest(requests[left]!, requests[right]!, weights)) continue;
      if (haveOtherGoods(requests[left]!, requests[right]!, weights)) continue;
      pairs.push({ left, right, similarity });
    }
    for (const left of touched) shared[left] = 0;
  }
  return pairs;
}

function mostPromising(touched: readonly number[], shared: Float64Array): number[] {
  const promising = touched.filter((left) => shared[left]! >= CANDIDATE_WEIGHT);
  if (promising.length <= MOST_CANDIDATES) return promising;
  return promising.sort((left, right) => shared[right]! - shared[left]!).slice(0, MOST_CANDIDATES);
}

function meaningsOf(
  candidates: readonly number[],
  cosineOf: (left: number) => number | undefined,
): Map<number, Meaning> {
  const cosines = candidates.map((left) => cosineOf(left) ?? 0);
  const [best = 0, next = 0] = cosines.toSorted((left, right) => right - left);
  // Among few candidates the next best may be about something else, which says nothing for the best.
  const margin = Math.max(0, best - Math.max(next, RELATED));
  return new Map(
    candidates.map((left, place) => {
      const cosine = cosines[place]!;
      return [left, { cosine, margin: cosine === best ? margin : 0 }];
    }),
  );
}
