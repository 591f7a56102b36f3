import { ascending } from '../../statistics/quantile.ts';
import { type Interval, wilsonInterval } from '../../statistics/wilson-interval.ts';
import { DECISIONS, type Decision, type Followed } from './read-follow.ts';

/** How many changes that reached a decision were followed. */
export interface FollowCount {
  readonly followed: number;
  readonly of: number;
}

export type FollowCounts = Readonly<Record<Decision, FollowCount>>;

export interface FollowRate extends FollowCount {
  readonly interval: Interval;
  /** Who decides according to this rate; `unknown` if too few changes have reached a decision. */
  readonly decides: 'model' | 'program' | 'unknown';
}

export type FollowRates = Readonly<Record<Decision, FollowRate>>;

/**
 * From this share on, the program counts as following its model. Programs that decide themselves follow almost nothing.
 * Honest programs ignore a change occasionally, for example when the model only confirms an earlier choice.
 */
const FOLLOWS_FROM = 0.5;

/** How often a version's program acted differently because its model's answer was changed. */
export function followRates(observed: readonly Followed[]): FollowRates {
  return ratesOf(
    forEachDecision((decision) => {
      const all = observed.filter((each) => each.decision === decision);
      return { followed: all.filter((each) => each.followed).length, of: all.length };
    }),
  );
}

/** Follow rates from counts, the form in which reports carry them. */
export function ratesOf(counts: FollowCounts): FollowRates {
  return forEachDecision((decision): FollowRate => {
    const { followed, of } = counts[decision];
    const isFollowing = followed / of >= FOLLOWS_FROM;
    // A single change without effect may be chance. Following a word that only the change contained is not.
    const decides = of === 0 || (of === 1 && !isFollowing) ? 'unknown' : isFollowing ? 'model' : 'program';
    return { followed, of, interval: wilsonInterval(followed, of), decides };
  });
}

/** Adds up the observations of several validators, which probe different attempts of a version. */
export function sumCounts(all: readonly FollowCounts[]): FollowCounts {
  return forEachDecision((decision) => ({
    followed: all.reduce((sum, counts) => sum + counts[decision].followed, 0),
    of: all.reduce((sum, counts) => sum + counts[decision].of, 0),
  }));
}

/**
 * Like {@link sumCounts}, for validators that may be dishonest. For each decision, a validator's observations count for
 * at most the median number of observations per validator, but that limit is never below {@link FEW_OBSERVATIONS}. So a
 * validator that reports many observations cannot outvote the others, nor can a minority of validators, and a validator
 * with a single observation does not reduce the others to one.
 */
export function poolCounts(byValidator: readonly FollowCounts[]): FollowCounts {
  return sumCounts(
    byValidator.map((own) =>
      forEachDecision((decision) => {
        const { followed, of } = own[decision];
        const most = Math.max(FEW_OBSERVATIONS, lowerMedian(byValidator.map((each) => each[decision].of)));
        if (byValidator.length === 1 || of <= most) return own[decision];
        return { followed: Math.round((followed * most) / of), of: most };
      }),
    ),
  );
}

/** The smallest number of observations from which a decider is derived. */
const FEW_OBSERVATIONS = 2;

function lowerMedian(values: readonly number[]): number {
  return ascending(values)[(values.length - 1) >> 1]!;
}

export function forEachDecision<T>(make: (decision: Decision) => T): Readonly<Record<Decision, T>> {
  const [search, view, recommend] = DECISIONS.map(make) as [T, T, T];
  return { search, view, recommend };
}
