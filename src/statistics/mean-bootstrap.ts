import { Random } from '../random/random.ts';
import type { Interval } from './wilson-interval.ts';

const RESAMPLES = 4_000;
const TAIL = 0.025;

/** The 95 % percentile bootstrap interval of a mean. */
export function meanBootstrap(values: readonly number[], seed: number): Interval {
  const random = new Random(seed);
  const means = Float64Array.from({ length: RESAMPLES }, () => {
    let sum = 0;
    for (let draw = 0; draw < values.length; draw++) sum += values[random.integer(values.length)]!;
    return sum / values.length;
  }).sort();
  return { low: means[Math.floor(TAIL * RESAMPLES)]!, high: means[Math.ceil((1 - TAIL) * RESAMPLES) - 1]! };
}
