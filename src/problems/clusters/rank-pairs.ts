import { compareNumbers, compareWords, hasTellingNumbers, unknownFacts } from './compare-requests.ts';
import type { GroupOf } from './query-similarity.ts';
import type { RarityWeights, WeighedRequest } from './request-features.ts';

/** An embedding model's comparison of a pair. */
export interface Meaning {
  /** The cosine of the two vectors. */
  readonly cosine: number;
  /**
   * Number of standard deviations by which the cosine exceeds the usual cosines of one of the two requests; the higher
   * of both.
   */
  readonly surprise: number;
}

/**
 * Weight of each input, in log odds. From a logistic regression (ridge penalty 1) on the candidate pairs of four sets
 * of paraphrases, each among 1,200 other requests: 302 pairs of paraphrase and origin, which count three times, and
 * 82,000 pairs in all, including pairs of 245 look-alikes. Pairs that the checks against look-alikes reject were left
 * out. Cross-validated in 8 folds of origins.
 */
interface PairWeights {
  readonly constant: number;
  /** Per squared weight of the numbers that both have. */
  readonly evidence: number;
  /** For the share of a request's numbers that the other request has; the lower of the two shares. */
  readonly worse: number;
  /** Per weight of numbers that each request states and the other lacks. */
  readonly conflict: number;
  /** Per phrase of our language in each request whose fact the other does not state. */
  readonly otherFacts: number;
  readonly wordCosine: number;
  readonly rarestWord: number;
  /** If neither request has distinctive numbers; if only one has. */
  readonly noNumbers: number;
  readonly oneHasNumbers: number;
  /**
   * Per weight by which the pair shares more than the next best pair of one of the requests; `mutualLead`: of both
   * requests.
   */
  readonly lead: number;
  readonly mutualLead: number;
  /** Like `lead`, for the cosine of the vectors. */
  readonly meaningLead: number;
  /** Per standard deviation above `USUAL_SURPRISE`. */
  readonly surprise: number;
}

/**
 * The constant is 0.25 above the fitted one: in cross-validation this finds more paraphrases and joins hardly more
 * look-alikes.
 */
const BY_WORDS: PairWeights = {
  constant: -6.67,
  evidence: 2.94,
  worse: 4.62,
  conflict: -3.29,
  otherFacts: -2.21,
  wordCosine: 3.38,
  rarestWord: 3.49,
  noNumbers: 3.48,
  oneHasNumbers: -0.37,
  lead: 1.16,
  mutualLead: 0.29,
  meaningLead: 0,
  surprise: 0,
};

const BY_MEANING: PairWeights = {
  constant: -6.22,
  evidence: 3.37,
  worse: 3.9,
  conflict: -3.59,
  otherFacts: -2.42,
  wordCosine: 1.5,
  rarestWord: 2.98,
  noNumbers: 3.07,
  oneHasNumbers: -0.41,
  lead: 0.89,
  mutualLead: 0.4,
  meaningLead: 2.24,
  surprise: 0.91,
};

/**
 * Minimum that the next best pair is assumed to share. Among few requests, the actual next best pair may be unrelated
 * and would be no evidence.
 */
const LEAST_RIVAL = 1.25;
const LEAST_RIVAL_COSINE = 0.5;

const MOST_EVIDENCE = 2.5;
const MOST_CONFLICT = 1.5;
const MOST_OTHER_FACTS = 2;
const LEADS = [-1, 2] as const;
const MUTUAL_LEADS = [-2, 1] as const;
const MEANING_LEADS = [-0.2, 0.2] as const;
const USUAL_SURPRISE = 3;
const MOST_SURPRISE = 5;

/**
 * The highest value of each request, and the highest value with a different group. Copies of a request form one group:
 * otherwise they would be each other's rivals, and a copy of a paraphrase could hide the paraphrase.
 */
class TopTwo {
  readonly #best: Float64Array;
  readonly #next: Float64Array;
  readonly #bestGroup: Int32Array;

  constructor(requests: number, least: number) {
    this.#best = new Float64Array(requests).fill(least);
    this.#next = new Float64Array(requests).fill(least);
    this.#bestGroup = new Int32Array(requests).fill(-1);
  }

  add(request: number, value: number, group: number): void {
    if (group === this.#bestGroup[request]) this.#best[request] = Math.max(value, this.#best[request]!);
    else if (value > this.#best[request]!) {
      this.#next[request] = this.#best[request]!;
      this.#best[request] = value;
      this.#bestGroup[request] = group;
    } else if (value > this.#next[request]!) this.#next[request] = value;
  }

  /** How far a value is above the best value with a different group; negative for all but the highest. */
  lead(request: number, value: number, group: number): number {
    return value - (group === this.#bestGroup[request] ? this.#next[request]! : this.#best[request]!);
  }
}

/** A pair that may be a paraphrase; its rank decides. */
interface Pending {
  readonly left: number;
  readonly right: number;
  readonly shared: number;
  readonly cosine: number;
  readonly logOdds: number;
}

/** A pair with the probability that both requests ask for the same thing. */
export interface RankedPair {
  readonly left: number;
  readonly right: number;
  readonly similarity: number;
}

/**
 * Scores candidate pairs by what they share, and by whether any other request shares as much with either of them: a
 * paraphrase may share little with its origin, but hardly any other request shares more.
 */
export class PairRanking {
  readonly #requests: readonly WeighedRequest[];
  readonly #weights: RarityWeights;
  readonly #shared: TopTwo;
  readonly #cosines: TopTwo;
  readonly #groupOf: GroupOf;
  readonly #pending: Pending[] = [];

  /** Requests in the same group are known to ask for the same thing. */
  constructor(requests: readonly WeighedRequest[], weights: RarityWeights, groupOf: GroupOf) {
    this.#groupOf = groupOf;
    this.#requests = requests;
    this.#weights = weights;
    this.#shared = new TopTwo(requests.length, LEAST_RIVAL);
    this.#cosines = new TopTwo(requests.length, LEAST_RIVAL_COSINE);
  }

  add(left: number, right: number, meaning: Meaning | undefined): void {
    const [one, other] = [this.#requests[left]!, this.#requests[right]!];
    const words = compareWords(one, other, this.#weights);
    const numbers = compareNumbers(one, other, this.#weights);
    const shared = words.weight + numbers.weight;
    const cosine = meaning?.cosine ?? 0;
    const [leftGroup, rightGroup] = [this.#groupOf(left), this.#groupOf(right)];
    if (leftGroup !== rightGroup) {
      this.#shared.add(left, shared, rightGroup);
      this.#shared.add(right, shared, leftGroup);
      this.#cosines.add(left, cosine, rightGroup);
      this.#cosines.add(right, cosine, leftGroup);
    }
    const by = weightsFor(meaning);
    const telling = Number(hasTellingNumbers(one)) + Number(hasTellingNumbers(other));
    const conflict = (1 - numbers.better) * Math.min(one.numberWeight, other.numberWeight);
    const logOdds =
      by.constant +
      by.evidence * Math.min(MOST_EVIDENCE, numbers.evidence * numbers.better) +
      (telling === 2 ? by.worse * numbers.worse : 0) +
      by.conflict * Math.min(MOST_CONFLICT, conflict) +
      by.wordCosine * words.cosine +
      by.rarestWord * Math.min(1, words.rarest) +
      (telling === 0 ? by.noNumbers : 0) +
      (telling === 1 ? by.oneHasNumbers : 0) +
      by.surprise * within([0, MOST_SURPRISE], (meaning?.surprise ?? 0) - USUAL_SURPRISE);
    // Drops pairs that cannot reach the threshold even with the best rank.
    const most = by.lead * LEADS[1] + by.mutualLead * MUTUAL_LEADS[1] + by.meaningLead * MEANING_LEADS[1];
    if (logOdds + most < 0) return;
    const withFacts = logOdds + by.otherFacts * Math.min(MOST_OTHER_FACTS, otherFacts(one, other));
    if (withFacts + most >= 0) this.#pending.push({ left, right, shared, cosine, logOdds: withFacts });
  }

  /** Returns the pairs with a probability of at least one half. Call it after all pairs were added. */
  likely(isMeaningKnown: boolean): RankedPair[] {
    const by = isMeaningKnown ? BY_MEANING : BY_WORDS;
    return this.#pending.flatMap(({ left, right, shared, cosine, logOdds }) => {
      const [leftGroup, rightGroup] = [this.#groupOf(left), this.#groupOf(right)];
      const leads = [this.#shared.lead(left, shared, rightGroup), this.#shared.lead(right, shared, leftGroup)];
      const meaningLeads = [this.#cosines.lead(left, cosine, rightGroup), this.#cosines.lead(right, cosine, leftGroup)];
      const sum =
        logOdds +
        by.lead * within(LEADS, Math.max(...leads)) +
        by.mutualLead * within(MUTUAL_LEADS, Math.min(...leads)) +
        by.meaningLead * within(MEANING_LEADS, Math.max(...meaningLeads));
      return sum < 0 ? [] : [{ left, right, similarity: rounded(1 / (1 + Math.exp(-sum))) }];
    });
  }
}

/**
 * Number of facts that one request states and the other does not, in the direction with fewer: a paraphrase may omit
 * facts.
 */
function otherFacts(left: WeighedRequest, right: WeighedRequest): number {
  return Math.min(unknownFacts(left, right), unknownFacts(right, left));
}

function weightsFor(meaning: Meaning | undefined): PairWeights {
  return meaning === undefined ? BY_WORDS : BY_MEANING;
}

function within([least, most]: readonly [number, number], value: number): number {
  return Math.max(least, Math.min(most, value));
}

/** Rounded so that files listing the links stay the same if the last bits of a sum differ. */
function rounded(similarity: number): number {
  return Math.round(similarity * 1e6) / 1e6;
}
