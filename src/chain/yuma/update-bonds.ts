import { type Matrix, normaliseColumns } from './matrix.ts';
import type { YumaPolicy } from './yuma-policy.ts';

export interface BondsInput {
  readonly weights: Matrix;
  readonly clipped: Matrix;
  /** Shares of the active stake. */
  readonly stake: readonly number[];
  /** Bonds of the previous epoch. */
  readonly bonds: Matrix;
}

/**
 * Bonds are shares that validators hold in neurons: each column sums to 1, or to 0 if there are no bonds. The bonds of
 * a single epoch are stake times weight, less the penalty on what was clipped. They enter a moving average, so that
 * finding a good neuron early pays longer than copying others later.
 */
export function updateBonds({ weights, clipped, stake, bonds }: BondsInput, policy: YumaPolicy): number[][] {
  const { bondsPenalty: penalty, bondsAlpha: alpha } = policy;
  const instant = normaliseColumns(
    weights.map((row, giver) =>
      row.map((weight, getter) => stake[giver]! * ((1 - penalty) * weight + penalty * clipped[giver]![getter]!)),
    ),
  );
  const before = normaliseColumns(bonds);
  return normaliseColumns(
    instant.map((row, giver) => row.map((bond, getter) => alpha * bond + (1 - alpha) * before[giver]![getter]!)),
  );
}
