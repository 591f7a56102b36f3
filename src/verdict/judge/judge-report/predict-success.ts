import { aucInterval, type ScoredItem, stratifiedAuc } from '../../../statistics/auc.ts';
import type { Interval } from '../../../statistics/wilson-interval.ts';
import type { Quality } from '../../verdict.ts';

/** A graded attempt and whether it succeeded. */
export interface GradedOutcome {
  readonly problem: string;
  /** Only attempts of equal difficulty are compared: easy problems are easier both to solve and to argue. */
  readonly difficulty: string;
  readonly quality: Quality | null;
  readonly success: boolean;
}

export interface Prediction {
  readonly attempts: number;
  readonly successes: number;
  /** How often the success has the higher grade of two attempts; `null` if all succeeded or all failed. */
  readonly auc: number | null;
  readonly interval: Interval | null;
}

const SEED = 20_260_102;

/** Whether grades predict success among attempts of one difficulty. */
export function predictSuccess(outcomes: readonly GradedOutcome[]): Prediction {
  const items = outcomes.flatMap(({ problem, difficulty, quality, success }): ScoredItem[] =>
    quality === null ? [] : [{ cluster: problem, stratum: difficulty, score: quality, positive: success }],
  );
  return {
    attempts: items.length,
    successes: items.filter(({ positive }) => positive).length,
    auc: stratifiedAuc(items),
    interval: aucInterval(items, SEED),
  };
}
