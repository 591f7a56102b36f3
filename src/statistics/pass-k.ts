/**
 * How probable it is that at least one of `k` tries succeeds, from `successes` in `samples` tries, without bias:
 * 1 - C(n-c, k) / C(n, k) (Chen et al. 2021). `null` when there are fewer than k samples: no unbiased estimate exists
 * then, and one that is made up would be reported as if it did.
 */
export function passAtK(samples: number, successes: number, k: number): number | null {
  if (k < 1 || k > samples) return null;
  return 1 - drawnFrom(samples - successes, samples, k);
}

/**
 * pass^k: how probable it is that all of `k` tries succeed, without bias: C(c, k) / C(n, k). What somebody gets who
 * relies on the model. `null` when there are fewer than k samples.
 */
export function passEveryK(samples: number, successes: number, k: number): number | null {
  if (k < 1 || k > samples) return null;
  return drawnFrom(successes, samples, k);
}

/** C(inside, k) / C(all, k): how probable it is that k drawn without putting back all come from inside. */
function drawnFrom(inside: number, all: number, k: number): number {
  let probability = 1;
  for (let draw = 0; draw < k; draw++) probability *= Math.max(0, inside - draw) / (all - draw);
  return probability;
}
