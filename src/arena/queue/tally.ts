import type { QueuePolicy } from '../arena-policy.ts';
import type { ItemRun, WorkItem } from './item-runs.ts';
import { isActive, isFailed } from './run-status.ts';

type FailurePolicy = Pick<QueuePolicy, 'maxFailedRuns' | 'raceMaxFailedRuns'>;

/** How far an item has come. */
export interface Tally {
  readonly active: number;
  /** The runs that count, the first to come in first. */
  readonly included: readonly ItemRun[];
  readonly failed: number;
  /** How many different validators say that the agent is to blame. */
  readonly validatorsBlamingAgent: number;
  /** How many of the failed runs are said to be the agent's fault. */
  readonly agentFailures: number;
}

export type FailureCounts = Pick<Tally, 'failed' | 'validatorsBlamingAgent' | 'agentFailures'>;

export function tallyOf(runs: readonly ItemRun[]): Tally {
  const failed = runs.filter(({ status, invalidated_at }) => isFailed(status) && invalidated_at === null);
  const blaming = failed.filter(({ failure_owner }) => failure_owner === 'agent');
  return {
    active: runs.filter(({ status }) => isActive(status)).length,
    included: runs.filter(({ is_included }) => is_included),
    failed: failed.length,
    validatorsBlamingAgent: new Set(blaming.map(({ validator_hotkey }) => validator_hotkey)).size,
    agentFailures: blaming.length,
  };
}

/** How many runs were asked for; one more is required while validators disagree. */
export function usualRuns({ required_successes, disagreement_at }: WorkItem): number {
  return required_successes - (disagreement_at === null ? 0 : 1);
}

/**
 * Why an item is not tried any more, whether or not a run is still under way; `undefined` while it is. Those under way
 * may still give it the score that it lacks, so it is closed only after the last of them.
 */
export function whyGivenUp(
  { failed, validatorsBlamingAgent, agentFailures }: FailureCounts,
  item: WorkItem,
  { maxFailedRuns, raceMaxFailedRuns }: FailurePolicy,
): 'agent fault' | 'exhausted' | undefined {
  if (validatorsBlamingAgent >= usualRuns(item)) return 'agent fault';
  if (failed < (item.phase === 'RACE' ? raceMaxFailedRuns : maxFailedRuns)) return undefined;
  // Where few validators are, one of them may have to say it often.
  return agentFailures > failed / 2 ? 'agent fault' : 'exhausted';
}

/** How many more runs may be claimed. */
export function runsWanted(tally: Tally, item: WorkItem, policy: FailurePolicy): number {
  if (item.closed_at !== null || whyGivenUp(tally, item, policy) !== undefined) return 0;
  return Math.max(0, item.required_successes - tally.active - tally.included.length);
}
