import { pythonRound } from '../../statistics/python-round.ts';

/** How much the reasoning of an agent can reduce its score. */
export interface CoefficientRange {
  /** Factor applied to the success rate at reasoning quality 0. */
  readonly floor: number;
  /** Quality from which on the success rate is not reduced. */
  readonly ceiling: number;
}

export const DEFAULT_COEFFICIENT_RANGE: CoefficientRange = { floor: 0.3, ceiling: 0.8 };

const DIGITS = 4;

export function meanQuality(sum: number, judged: number): number {
  return pythonRound(sum / judged, DIGITS);
}

/** Linear from the floor at quality 0 to 1 at the ceiling. */
export function reasoningCoefficient(quality: number, range = DEFAULT_COEFFICIENT_RANGE): number {
  const bounded = Math.min(Math.max(quality, 0), 1);
  if (bounded >= range.ceiling) return 1;
  return pythonRound(range.floor + (bounded * (1 - range.floor)) / range.ceiling, DIGITS);
}

export function finalScore(successRate: number, coefficient: number): number {
  return pythonRound(successRate * coefficient, DIGITS);
}
