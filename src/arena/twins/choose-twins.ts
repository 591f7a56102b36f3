import type { Problem } from '../../problems/problem.ts';
import { Random } from '../../random/random.ts';
import { calibrationClass } from './calibration-class.ts';

/**
 * Chooses twins for a suite with the same proportion of classes, so that twins are as difficult as its problems.
 * Returns fewer if a class does not have enough.
 */
export function chooseTwins(
  suite: readonly Problem[],
  free: readonly Problem[],
  count: number,
  seed: number,
): readonly Problem[] {
  const random = new Random(seed);
  const pools = Map.groupBy(random.sample(free, free.length), calibrationClass);
  const chosen: Problem[] = [];
  for (let before = -1; chosen.length < count && chosen.length > before; ) {
    before = chosen.length;
    for (const problem of random.sample(suite, suite.length)) {
      const twin = chosen.length < count ? pools.get(calibrationClass(problem))?.pop() : undefined;
      if (twin !== undefined) chosen.push(twin);
    }
  }
  return chosen;
}
