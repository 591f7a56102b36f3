import type { QueuePolicy } from '../arena-policy.ts';
import type { ItemRun, WorkItem } from './item-runs.ts';
import { isActive } from './run-status.ts';
import { runsWanted, tallyOf } from './tally.ts';

/** Whether a validator may run an item: for the first time, or again; `undefined` if it may not. */
export type Eligibility = 'untried' | 'once more' | undefined;

type FitnessPolicy = Pick<
  QueuePolicy,
  'triesPerValidator' | 'retryDelaySeconds' | 'maxFailedRuns' | 'raceMaxFailedRuns'
>;

const MOST_DOUBLINGS = 6;

export function eligibilityFor(
  hotkey: string,
  item: WorkItem,
  runs: readonly ItemRun[],
  policy: FitnessPolicy,
  now: number,
): Eligibility {
  if (runsWanted(tallyOf(runs), item, policy) === 0) return undefined;
  const own = runs.filter(({ validator_hotkey, status }) => validator_hotkey === hotkey && status !== 'CANCELLED');
  if (own.length === 0) return 'untried';
  // One validator is one opinion: with several runs of its own, it could choose the median.
  if (own.some(({ status, is_included }) => isActive(status) || is_included)) return undefined;
  // A validator is never barred permanently: with few validators none would be left, and the item would never be run.
  const beyond = Math.max(0, own.length + 1 - policy.triesPerValidator);
  const delay = Math.round(policy.retryDelaySeconds * 1_000) * 2 ** Math.min(beyond, MOST_DOUBLINGS);
  // A run that ended later than this was ended by a clock that was ahead, and is ignored.
  const ends = own.map(endOf).filter((end) => end <= now + delay);
  return Math.max(...ends) + delay <= now ? 'once more' : undefined;
}

/** A stale run was not completed; it ended with its lease. */
function endOf({ completed_at, lease_expires_at }: ItemRun): number {
  return completed_at ?? lease_expires_at;
}
