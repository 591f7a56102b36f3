import type { QueuePolicy } from '../arena-policy.ts';
import type { ItemRun, WorkItem } from './item-runs.ts';
import { isActive, isFailed } from './run-status.ts';

type FailurePolicy = Pick<QueuePolicy, 'maxFailedRuns' | 'raceMaxFailedRuns'>;

/** Progress of an item. */
export interface Tally {
  readonly active: number;
  /** The runs that count, in order of completion. */
  readonly included: readonly ItemRun[];
  readonly failed: number;
  /** How many different validators report that the agent is at fault. */
  readonly validatorsBlamingAgent: number;
  /** How many of the failed runs are reported as the agent's fault. */
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

/** How many runs were requested; one more is required while validators disagree. */
export function usualRuns({ required_successes, disagreement_at }: WorkItem): number {
  return required_successes - (disagreement_at === null ? 0 : 1);
}

/**
 * Why no more runs are started for an item, even if some are still active; `undefined` while more may be started.
 * Active runs may still give it the missing score, so it is closed only after the last of them.
 */
export function whyGivenUp(
  { failed, validatorsBlamingAgent, agentFailures }: FailureCounts,
  item: WorkItem,
  { maxFailedRuns, raceMaxFailedRuns }: FailurePolicy,
): 'agent fault' | 'exhausted' | undefined {
  if (validatorsBlamingAgent >= usualRuns(item)) return 'agent fault';
  if (failed < (item.phase === 'RACE' ? raceMaxFailedRuns : maxFailedRuns)) return undefined;
  // With few validators, one of them may have to report it several times.
  return agentFailures > failed / 2 ? 'agent fault' : 'exhausted';
}

/** How many more runs may be claimed. */
export function runsWanted(tally: Tally, item: WorkItem, policy: FailurePolicy): number {
  if (item.closed_at !== null || whyGivenUp(tally, item, policy) !== undefined) return 0;
  return Math.max(0, item.required_successes - tally.active - tally.included.length);
}
