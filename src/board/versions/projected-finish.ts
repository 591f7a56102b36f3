import type { ValidatorCapacity } from '../../arena/queue.ts';
import { toTimestamp } from '../wire/timestamp.ts';

/**
 * When this many runs will be done by the connected validators, at the speed of recent runs; null if that cannot be
 * estimated.
 */
export function projectedFinish(
  { capacity, runMilliseconds }: Pick<ValidatorCapacity, 'capacity' | 'runMilliseconds'>,
  runs: number,
  now: number,
): string | null {
  if (runs === 0) return toTimestamp(now);
  if (capacity === 0 || runMilliseconds === undefined) return null;
  return toTimestamp(now + Math.ceil(runs / capacity) * runMilliseconds);
}
