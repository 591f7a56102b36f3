import { drawnFrom } from './pass-at-k.ts';

/**
 * pass^k: how probable it is that all of `k` tries succeed, without bias: C(c, k) / C(n, k). What somebody gets who
 * relies on the model. `null` when there are fewer than k samples.
 */
export function passEveryK(samples: number, successes: number, k: number): number | null {
  if (k < 1 || k > samples) return null;
  return drawnFrom(successes, samples, k);
}
