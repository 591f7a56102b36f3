import { Random } from '../../../random/random.ts';
import { type Interval, wilsonInterval } from '../../../statistics/wilson-interval.ts';
import { QUALITIES, type Quality } from '../../verdict.ts';

/** Two grades of one attempt. */
export interface GradePair {
  /** Attempts at one problem are alike, and intervals have to know. */
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
  /** Attempts that both graded. */
  readonly attempts: number;
  /** Attempts that one of them could not grade. */
  readonly ungraded: number;
  readonly exact: Rate;
  /** The same grade or the next one. */
  readonly within_one_step: Rate;
  /** Cohen's, with what 95 of 100 draws of problems give; `null` where chance alone would agree always. */
  readonly kappa: { readonly value: number; readonly interval: Interval } | null;
}

const DRAWS = 2_000;
const SEED = 20_260_101;

export function agreementOf(pairs: readonly GradePair[]): Agreement {
  const graded = pairs.flatMap(({ problem, left, right }): Steps[] =>
    left === null || right === null
      ? []
      : [{ problem, left: QUALITIES.indexOf(left), right: QUALITIES.indexOf(right) }],
  );
  const value = kappaOf(graded);
  return {
    attempts: graded.length,
    ungraded: pairs.length - graded.length,
    exact: rateOf(graded.filter(({ left, right }) => left === right).length, graded.length),
    within_one_step: rateOf(graded.filter(({ left, right }) => Math.abs(left - right) <= 1).length, graded.length),
    kappa: value === null ? null : { value, interval: bootstrap(graded) },
  };
}

export function rateOf(count: number, tries: number): Rate {
  return { count, rate: tries === 0 ? 0 : count / tries, interval: wilsonInterval(count, tries) };
}

interface Steps {
  readonly problem: string;
  readonly left: number;
  readonly right: number;
}

function kappaOf(pairs: readonly Steps[]): number | null {
  if (pairs.length === 0) return null;
  const seen = pairs.filter(({ left, right }) => left === right).length / pairs.length;
  const share = (side: 'left' | 'right', step: number): number =>
    pairs.filter((pair) => pair[side] === step).length / pairs.length;
  const chance = QUALITIES.reduce((sum, _, step) => sum + share('left', step) * share('right', step), 0);
  return chance > 1 - 1e-12 ? null : (seen - chance) / (1 - chance);
}

/** Whole problems are drawn, with everything that was tried on them. */
function bootstrap(pairs: readonly Steps[]): Interval {
  const problems = [...Map.groupBy(pairs, ({ problem }) => problem).values()];
  const random = new Random(SEED);
  const values: number[] = [];
  for (let draw = 0; draw < DRAWS; draw++) {
    const drawn = problems.flatMap(() => random.pick(problems));
    const value = kappaOf(drawn);
    if (value !== null) values.push(value);
  }
  const sorted = values.toSorted((left, right) => left - right);
  const at = (share: number): number => sorted[Math.round(share * (sorted.length - 1))] ?? Number.NaN;
  return { low: at(0.025), high: at(0.975) };
}
