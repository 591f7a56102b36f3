import type { ValidatorCapacity } from '../../arena/queue.ts';
import { moment } from '../wire/moment.ts';

/** When so many runs will be done, by those who are there and as fast as the last ones; null when nobody can tell. */
export function projectedCompletion(
  { capacity, runMilliseconds }: Pick<ValidatorCapacity, 'capacity' | 'runMilliseconds'>,
  runs: number,
  now: number,
): string | null {
  if (runs === 0) return moment(now);
  if (capacity === 0 || runMilliseconds === undefined) return null;
  return moment(now + Math.ceil(runs / capacity) * runMilliseconds);
}
