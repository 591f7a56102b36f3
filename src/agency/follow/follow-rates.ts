import { ascending } from '../../statistics/quantile.ts';
import { type Interval, wilsonInterval } from '../../statistics/wilson-interval.ts';
import { DECISIONS, type Decision, type Followed } from './read-follow.ts';

/** How often a change of a decision was followed. */
export interface FollowCount {
  readonly followed: number;
  readonly of: number;
}

export type FollowCounts = Readonly<Record<Decision, FollowCount>>;

export interface FollowRate extends FollowCount {
  readonly interval: Interval;
  /** Who decides, by this: `unknown` where too few changes have reached a decision. */
  readonly decides: 'model' | 'program' | 'unknown';
}

export type FollowRates = Readonly<Record<Decision, FollowRate>>;

/**
 * From this share on a program follows its model. Programs that decide themselves follow next to nothing; honest ones
 * ignore a change now and then, as where the model only confirms what it chose before.
 */
const FOLLOWS_FROM = 0.5;

/** How often the program of a version did something else because its model said something else. */
export function followRates(observed: readonly Followed[]): FollowRates {
  return ratesOf(
    forEachDecision((decision) => {
      const all = observed.filter((each) => each.decision === decision);
      return { followed: all.filter((each) => each.followed).length, of: all.length };
    }),
  );
}

/** The same from counts, as reports carry them. */
export function ratesOf(counts: FollowCounts): FollowRates {
  return forEachDecision((decision): FollowRate => {
    const { followed, of } = counts[decision];
    const isFollowing = followed / of >= FOLLOWS_FROM;
    // One change without effect may be chance; following a word that only the change contained is not.
    const decides = of === 0 || (of === 1 && !isFollowing) ? 'unknown' : isFollowing ? 'model' : 'program';
    return { followed, of, interval: wilsonInterval(followed, of), decides };
  });
}

/** Several validators probe different attempts of a version, so their observations add up. */
export function sumCounts(all: readonly FollowCounts[]): FollowCounts {
  return forEachDecision((decision) => ({
    followed: all.reduce((sum, counts) => sum + counts[decision].followed, 0),
    of: all.reduce((sum, counts) => sum + counts[decision].of, 0),
  }));
}

/**
 * The same for validators that need not be honest: of each decision, what one observed counts for no more than what the
 * validator in the middle observed, and for at least a few observations. So neither one validator that reports many
 * observations nor a minority of them outvotes the others, and one with a single observation does not cut the rest down to it.
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

/** As few as decide anything. */
const FEW_OBSERVATIONS = 2;

function lowerMedian(values: readonly number[]): number {
  return ascending(values)[(values.length - 1) >> 1]!;
}

export function forEachDecision<T>(make: (decision: Decision) => T): Readonly<Record<Decision, T>> {
  const [search, view, recommend] = DECISIONS.map(make) as [T, T, T];
  return { search, view, recommend };
}
