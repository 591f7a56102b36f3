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
  const mean = best.reduce((sum, score) => sum + score, 0) / best.length;
  const variance = best.reduce((sum, score) => sum + (score - mean) ** 2, 0) / best.length;
  return { mean: pythonRound(mean, DIGITS), deviation: pythonRound(Math.sqrt(variance), DIGITS) };
}
