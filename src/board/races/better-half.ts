import { mean, standardDeviation } from '../../statistics/mean.ts';
import { pythonRound } from '../../statistics/python-round.ts';

const DIGITS = 6;

export interface BetterHalf {
  readonly mean: number;
  readonly deviation: number;
}

/** Of those who finished, the better half, the one in the middle included; `undefined` when nobody finished. */
export function betterHalf(scores: readonly number[]): BetterHalf | undefined {
  if (scores.length === 0) return undefined;
  const best = scores.toSorted((one, other) => other - one).slice(0, Math.ceil(scores.length / 2));
  return { mean: pythonRound(mean(best), DIGITS), deviation: pythonRound(standardDeviation(best), DIGITS) };
}
