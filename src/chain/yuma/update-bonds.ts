import { type Matrix, normaliseColumns } from './matrix.ts';
import type { YumaPolicy } from './yuma-policy.ts';

export interface BondsInput {
  readonly weights: Matrix;
  readonly clipped: Matrix;
  /** Shares of the active stake. */
  readonly stake: readonly number[];
  /** Of the epoch before. */
  readonly bonds: Matrix;
}

/**
 * Bonds are what validators hold of neurons: each column sums to 1, or to 0 where there are no bonds. An epoch's own
 * bonds are stake times weight, less the penalty on what was clipped; they enter a moving average, so that finding a good
 * neuron early pays longer than copying others late.
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
