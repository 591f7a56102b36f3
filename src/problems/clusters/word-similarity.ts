import { hasTellingNumbers, stateTheSame } from './compare-requests.ts';
import { contradict } from './contradict.ts';
import { haveOtherGoods } from './other-goods.ts';
import { isOtherRequest } from './other-request.ts';
import type { GroupOf, QuerySimilarity, SimilarPair } from './query-similarity.ts';
import { type Meaning, PairRanking } from './rank-pairs.ts';
import { featuresOf, RarityWeights, type RequestFeatures, tokensOf, weigh } from './request-features.ts';
import type { RequestText } from './request-text.ts';
import { withoutSecondChoices } from './second-choices.ts';

/** Tokens in more queries than this are not used to find candidates; they still count when a pair is compared. */
const MAX_POSTINGS = 400;

/** Maximum number of candidates compared per query, those that share the most. */
const MOST_CANDIDATES = 16;
/** Minimum total weight of shared words and numbers for a candidate. A token that identifies one query has weight 1. */
const CANDIDATE_WEIGHT = 0.6;

/** An embedding model's comparison of two queries, by their indices. */
export type MeaningOf = (left: number, right: number) => Meaning;

const THRESHOLD = 0.5;

/** Compares by words and numbers alone. */
export const wordSimilarity: QuerySimilarity = {
  name: 'words and numbers',
  threshold: THRESHOLD,
  similarPairs: (requests, groupOf) => similarPairs(requests, { groupOf }),
};

interface SimilarityOptions {
  readonly meaning?: MeaningOf;
  readonly groupOf?: GroupOf | undefined;
}

/** Finds every pair of queries that are paraphrases of each other. */
export function similarPairs(requests: readonly RequestText[], options: SimilarityOptions): SimilarPair[] {
  const { meaning, groupOf = (place) => place } = options;
  const features = requests.map(featuresOf);
  const weights = new RarityWeights(features);
  const weighed = features.map((each) => weigh(each, weights));
  const ranking = new PairRanking(weighed, weights, groupOf);
  for (const [left, right] of candidatePairs(features, weights)) ranking.add(left, right, meaning?.(left, right));
  const areApart = ({ left, right }: SimilarPair): boolean => {
    const [one, other] = [requests[left]!, requests[right]!];
    const [weighedOne, weighedOther] = [weighed[left]!, weighed[right]!];
    if (stateTheSame(weighedOne, weighedOther, weights)) return false;
    const isByNumbers = hasTellingNumbers(weighedOne) && hasTellingNumbers(weighedOther);
    if (!isByNumbers && contradict(one, other)) return true;
    return isOtherRequest(one, other, weights) || haveOtherGoods(one, other, weights);
  };
  const likely = Map.groupBy(ranking.likely(meaning !== undefined), areApart);
  return withoutSecondChoices(likely.get(false) ?? [], likely.get(true) ?? []);
}

/** Pairs that share something rare; each is found from the later one. */
function* candidatePairs(
  features: readonly RequestFeatures[],
  weights: RarityWeights,
): Generator<readonly [left: number, right: number]> {
  const postings = new Map<string, number[]>();
  const shared = new Float64Array(features.length);
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
    for (const left of mostPromising(touched, shared)) yield [left, right];
    for (const left of touched) shared[left] = 0;
  }
}

function mostPromising(touched: readonly number[], shared: Float64Array): number[] {
  const promising = touched.filter((left) => shared[left]! >= CANDIDATE_WEIGHT);
  if (promising.length <= MOST_CANDIDATES) return promising;
  return promising.sort((left, right) => shared[right]! - shared[left]!).slice(0, MOST_CANDIDATES);
}
