import { incompleteBeta } from './incomplete-beta.ts';
import { logChoose } from './log-gamma.ts';

/** Probability of exactly `successes` in `tries`. */
export function binomialProbability(successes: number, tries: number, rate: number): number {
  if (successes < 0 || successes > tries) return 0;
  if (rate <= 0) return successes === 0 ? 1 : 0;
  if (rate >= 1) return successes === tries ? 1 : 0;
  return Math.exp(logChoose(tries, successes) + successes * Math.log(rate) + (tries - successes) * Math.log1p(-rate));
}

/** Probability of at least `successes` in `tries`. */
export function binomialAtLeast(successes: number, tries: number, rate: number): number {
  if (successes <= 0) return 1;
  if (successes > tries) return 0;
  return incompleteBeta(rate, successes, tries - successes + 1);
}
