/**
 * Unbiased estimate of the probability that at least one of `k` tries succeeds, from `successes` in `samples` tries: 1
 * - C(n-c, k) / C(n, k) (Chen et al. 2021). `null` for fewer than k samples, because no unbiased estimate exists then.
 */
export function passAtK(samples: number, successes: number, k: number): number | null {
  if (k < 1 || k > samples) return null;
  return 1 - drawnFrom(samples - successes, samples, k);
}

/**
 * pass^k: unbiased estimate of the probability that all of `k` tries succeed: C(c, k) / C(n, k). It measures
 * reliability. `null` for fewer than k samples.
 */
export function passEveryK(samples: number, successes: number, k: number): number | null {
  if (k < 1 || k > samples) return null;
  return drawnFrom(successes, samples, k);
}

/** C(inside, k) / C(all, k): the probability that k draws without replacement all come from inside. */
function drawnFrom(inside: number, all: number, k: number): number {
  let probability = 1;
  for (let draw = 0; draw < k; draw++) probability *= Math.max(0, inside - draw) / (all - draw);
  return probability;
}
