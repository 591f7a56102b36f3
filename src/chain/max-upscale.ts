import { pythonRound } from '../statistics/python-round.ts';
import { U16_MAX } from './weight-vector.ts';

/**
 * Weights of any scale as 16-bit numbers: the largest becomes 65535 and the others keep their ratio to it, as Bittensor's
 * own client converts them, ties to the even number included. Weights therefore need not sum to anything; the chain
 * normalises each row. All zeros stay zeros: there is nothing to scale.
 *
 * @example maxUpscale([0.24, 0.76]) // [20695, 65535]
 */
export function maxUpscale(weights: readonly number[]): number[] {
  for (const weight of weights) {
    if (!Number.isFinite(weight) || weight < 0) throw new RangeError(`${weight} is no weight`);
  }
  const largest = weights.reduce((most, weight) => Math.max(most, weight), 0);
  if (largest === 0) return weights.map(() => 0);
  return weights.map((weight) => pythonRound((weight / largest) * U16_MAX, 0));
}
