import { Random } from '../random/random.ts';
import { type ClusteredValue, type ClusterSum, clusterSums, meanOf } from './clustered-value.ts';
import { normalBelow, normalQuantile } from './distributions/standard-normal.ts';
import { mean } from './mean.ts';
import { quantile } from './quantile.ts';
import type { Interval } from './wilson-interval.ts';

export interface BootstrapOptions {
  readonly seed: number;
  /** Possible range of a value: 0 to 1 for rates, -1 to 1 for differences. */
  readonly range: Interval;
  readonly resamples?: number;
}

const RESAMPLES = 10_000;
const TAIL = 0.025;

/**
 * 95 % confidence interval of the mean over problems. Whole leak clusters are resampled, and the quantiles are
 * corrected for bias and skewness (Efron's BCa). Without the correction, the interval of a rate near 0 or 1 is too
 * short on one side. `null` for fewer than two clusters.
 *
 * Without variation there is nothing to resample, and an interval of zero width would claim that 75 problems prove a
 * rate of exactly 1. In that case the interval is as wide as an exact one for the same number of clusters without an
 * exception.
 */
export function clusterBootstrap(values: readonly ClusteredValue[], options: BootstrapOptions): Interval | null {
  const sums = clusterSums(values);
  if (sums.length < 2) return null;
  const observed = meanOf(sums);
  const { range } = options;
  const means = drawMeans(sums, options);
  if (means[0] === means.at(-1)) {
    const reach = (1 - TAIL ** (1 / sums.length)) * (range.high - range.low);
    return { low: Math.max(range.low, observed - reach), high: Math.min(range.high, observed + reach) };
  }
  const bias = biasOf(means, observed);
  const skew = accelerationOf(sums);
  const at = (share: number): number => quantile(means, share)!;
  const shifted = (tail: number): number => {
    const z = bias + normalQuantile(tail);
    return normalBelow(bias + z / (1 - skew * z));
  };
  return { low: Math.min(observed, at(shifted(TAIL))), high: Math.max(observed, at(shifted(1 - TAIL))) };
}

function drawMeans(sums: readonly ClusterSum[], { seed, resamples = RESAMPLES }: BootstrapOptions): Float64Array {
  const random = new Random(seed);
  const clusters = sums.length;
  const totals = Float64Array.from(sums, ({ sum }) => sum);
  const sizes = Float64Array.from(sums, ({ problems }) => problems);
  const means = new Float64Array(resamples);
  for (let resample = 0; resample < resamples; resample++) {
    let sum = 0;
    let problems = 0;
    for (let draw = 0; draw < clusters; draw++) {
      const drawn = random.integer(clusters);
      sum += totals[drawn]!;
      problems += sizes[drawn]!;
    }
    means[resample] = sum / problems;
  }
  return means.sort();
}

/** Bias of the resamples relative to the estimate, in standard deviations; ties count half. */
function biasOf(means: Float64Array, observed: number): number {
  const near = 1e-12;
  let below = 0;
  for (const each of means) below += each < observed - near ? 1 : each <= observed + near ? 0.5 : 0;
  const share = below / means.length;
  return normalQuantile(Math.min(1 - 1 / means.length, Math.max(1 / means.length, share)));
}

/** Skewness of the leave-one-cluster-out means. */
function accelerationOf(sums: readonly ClusterSum[]): number {
  const total = sums.reduce((all, { sum }) => all + sum, 0);
  const problems = sums.reduce((all, each) => all + each.problems, 0);
  const without = sums.map((each) => (total - each.sum) / (problems - each.problems));
  const middle = mean(without);
  const squares = without.reduce((all, each) => all + (middle - each) ** 2, 0);
  const cubes = without.reduce((all, each) => all + (middle - each) ** 3, 0);
  return squares === 0 ? 0 : cubes / (6 * squares ** 1.5);
}
