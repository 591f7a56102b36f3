/** Differences are read in ten-thousandths, the resolution of scores. */
const UNITS = 10_000;

/**
 * How probable a difference at least this large, either way, would be if challenger and incumbent were equally good: then
 * each problem might as well have come out the other way round, and every pattern of signs is equally likely. All patterns
 * are counted, not sampled, by adding one problem after the other to the distribution of what favours the challenger; so
 * there is no seed, and the answer is exact. For results that are only solved or not it is McNemar's exact test.
 */
export function signFlipProbability(differences: readonly number[]): number {
  const whole = differences.map((difference) => Math.round(difference * UNITS)).filter((step) => step !== 0);
  const unit = whole.reduce((divisor, step) => greatestCommonDivisor(divisor, Math.abs(step)), 0);
  const steps = whole.map((step) => step / unit);
  const observed = Math.abs(steps.reduce((sum, step) => sum + step, 0));
  if (observed === 0) return 1;
  const total = steps.reduce((sum, step) => sum + Math.abs(step), 0);
  const chances = favourable(steps.map(Math.abs), total);
  // What favours the challenger less what does not is the observed sum, and both make up the total.
  const extreme = chances.subarray((total + observed) / 2).reduce((sum, chance) => sum + chance, 0);
  return Math.min(1, 2 * extreme);
}

/** For each sum how probable it is that the steps with a plus add up to it. */
function favourable(sizes: readonly number[], total: number): Float64Array {
  const chances = new Float64Array(total + 1);
  chances[0] = 1;
  let reached = 0;
  for (const size of sizes) {
    reached += size;
    for (let sum = reached; sum >= 0; sum--) {
      chances[sum] = (chances[sum]! + (sum >= size ? chances[sum - size]! : 0)) / 2;
    }
  }
  return chances;
}

function greatestCommonDivisor(one: number, other: number): number {
  return other === 0 ? one : greatestCommonDivisor(other, one % other);
}
