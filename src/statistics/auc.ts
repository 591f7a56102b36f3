import { Random } from '../random/random.ts';
import { ascending, nearestQuantile } from './quantile.ts';
import type { Interval } from './wilson-interval.ts';

/** One item with a score and the outcome that the score should predict. */
export interface ScoredItem {
  /** Items of one cluster are correlated and are resampled together. */
  readonly cluster: string;
  /** Only items of one stratum are compared. */
  readonly stratum: string;
  readonly score: number;
  readonly positive: boolean;
}

const RESAMPLES = 2_000;

/**
 * Probability that a positive item has a higher score than a negative one of its stratum. Ties count half, so 0.5 means
 * that the scores are uninformative. `null` if no stratum has both.
 */
export function stratifiedAuc(items: readonly ScoredItem[]): number | null {
  const strata = new Map<string, Map<number, { positive: number; negative: number }>>();
  for (const { stratum, score, positive } of items) {
    const levels = strata.get(stratum) ?? new Map<number, { positive: number; negative: number }>();
    strata.set(stratum, levels);
    const level = levels.get(score) ?? { positive: 0, negative: 0 };
    levels.set(score, level);
    if (positive) level.positive++;
    else level.negative++;
  }
  let won = 0;
  let pairs = 0;
  for (const levels of strata.values()) {
    let below = 0;
    let positives = 0;
    for (const [, { positive, negative }] of [...levels].sort(([left], [right]) => left - right)) {
      won += positive * (below + negative / 2);
      below += negative;
      positives += positive;
    }
    pairs += positives * below;
  }
  return pairs === 0 ? null : won / pairs;
}

/** The 95 % percentile bootstrap interval over whole clusters; `null` if too few resamples have pairs. */
export function aucInterval(items: readonly ScoredItem[], seed: number): Interval | null {
  const clusters = [...Map.groupBy(items, ({ cluster }) => cluster).values()];
  if (clusters.length < 2) return null;
  const random = new Random(seed);
  const found: number[] = [];
  for (let resample = 0; resample < RESAMPLES; resample++) {
    const auc = stratifiedAuc(clusters.flatMap(() => random.pick(clusters)));
    if (auc !== null) found.push(auc);
  }
  if (found.length < RESAMPLES / 2) return null;
  const sorted = ascending(found);
  return { low: nearestQuantile(sorted, 0.025)!, high: nearestQuantile(sorted, 0.975)! };
}
