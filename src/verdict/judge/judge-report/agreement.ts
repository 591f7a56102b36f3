import { cohensKappa, kappaInterval, type RatedItem } from '../../../statistics/cohens-kappa.ts';
import { type Interval, wilsonInterval } from '../../../statistics/wilson-interval.ts';
import { QUALITIES, type Quality } from '../../verdict.ts';

/** Two grades of one attempt. */
export interface GradePair {
  /** Attempts at the same problem are correlated, and intervals must take that into account. */
  readonly problem: string;
  readonly left: Quality | null;
  readonly right: Quality | null;
}

export interface Rate {
  readonly count: number;
  readonly rate: number;
  readonly interval: Interval;
}

export interface Agreement {
  /** Attempts that both judges graded. */
  readonly attempts: number;
  /** Attempts that at least one of them could not grade. */
  readonly ungraded: number;
  readonly exact: Rate;
  /** The same grade or an adjacent one. */
  readonly within_one_step: Rate;
  /** Cohen's kappa with a 95 % bootstrap interval over problems; `null` if agreement by chance is certain. */
  readonly kappa: { readonly value: number; readonly interval: Interval } | null;
}

const SEED = 20_260_101;

export function agreementOf(pairs: readonly GradePair[]): Agreement {
  const graded = pairs.flatMap(({ problem, left, right }): RatedItem[] =>
    left === null || right === null
      ? []
      : [{ cluster: problem, left: QUALITIES.indexOf(left), right: QUALITIES.indexOf(right) }],
  );
  const value = cohensKappa(graded, QUALITIES.length);
  return {
    attempts: graded.length,
    ungraded: pairs.length - graded.length,
    exact: rateOf(graded.filter(({ left, right }) => left === right).length, graded.length),
    within_one_step: rateOf(graded.filter(({ left, right }) => Math.abs(left - right) <= 1).length, graded.length),
    kappa: value === null ? null : { value, interval: kappaInterval(graded, QUALITIES.length, SEED) },
  };
}

export function rateOf(count: number, tries: number): Rate {
  return { count, rate: tries === 0 ? 0 : count / tries, interval: wilsonInterval(count, tries) };
}
