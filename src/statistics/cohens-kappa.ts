import { Random } from '../random/random.ts';
import { ascending, nearestQuantile } from './quantile.ts';
import type { Interval } from './wilson-interval.ts';

/** The classifications of one item by two raters, each as a category from 0. */
export interface RatedItem {
  /** Items of one cluster are correlated and are resampled together. */
  readonly cluster: string;
  readonly left: number;
  readonly right: number;
}

const RESAMPLES = 2_000;

/** Agreement beyond chance; `null` without items, or if chance alone would always agree. */
export function cohensKappa(items: readonly RatedItem[], categories: number): number | null {
  if (items.length === 0) return null;
  const seen = items.filter(({ left, right }) => left === right).length / items.length;
  const share = (side: 'left' | 'right', category: number): number =>
    items.filter((item) => item[side] === category).length / items.length;
  let chance = 0;
  for (let category = 0; category < categories; category++) {
    chance += share('left', category) * share('right', category);
  }
  return chance > 1 - 1e-12 ? null : (seen - chance) / (1 - chance);
}

/** The 95 % percentile bootstrap interval of kappa over whole clusters. */
export function kappaInterval(items: readonly RatedItem[], categories: number, seed: number): Interval {
  const clusters = [...Map.groupBy(items, ({ cluster }) => cluster).values()];
  const random = new Random(seed);
  const kappas: number[] = [];
  for (let resample = 0; resample < RESAMPLES; resample++) {
    const kappa = cohensKappa(
      clusters.flatMap(() => random.pick(clusters)),
      categories,
    );
    if (kappa !== null) kappas.push(kappa);
  }
  const sorted = ascending(kappas);
  const at = (share: number): number => nearestQuantile(sorted, share) ?? Number.NaN;
  return { low: at(0.025), high: at(0.975) };
}
