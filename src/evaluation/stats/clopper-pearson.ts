import { binomialAtLeast } from './binomial.ts';
import { invertMonotone } from './invert-monotone.ts';
import type { Interval } from './wilson.ts';

/**
 * Clopper and Pearson's exact interval: every rate under which what was seen, or anything further out, is not rarer than
 * half of `1 - confidence`. It never covers less than it says, and mostly more; Wilson's is the one to report, this one
 * the one to fall back on where nothing at all varied.
 */
export function clopperPearson(successes: number, tries: number, confidence = 0.95): Interval {
  if (tries === 0) return { low: 0, high: 1 };
  const tail = (1 - confidence) / 2;
  const low = successes === 0 ? 0 : invertMonotone((rate) => binomialAtLeast(successes, tries, rate), tail, 0, 1);
  const high =
    successes === tries ? 1 : invertMonotone((rate) => binomialAtLeast(successes + 1, tries, rate), 1 - tail, 0, 1);
  return { low, high };
}
