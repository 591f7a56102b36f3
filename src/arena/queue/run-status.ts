import type { ProblemStatus, RunStatus } from '../tables/arena-tables.ts';

/** A validator is at it; every other status is an end. */
export const ACTIVE_STATUSES = ['CLAIMED', 'RUNNING'] as const satisfies readonly RunStatus[];

export function isActive(status: RunStatus): boolean {
  return status === 'CLAIMED' || status === 'RUNNING';
}

/** Whether its validator has said how it ended. `STALE` and `CANCELLED` are ends that others made. */
export function isComplete(status: RunStatus): boolean {
  return status === 'SUCCESS' || status === 'FAILED' || status === 'TIMED_OUT';
}

/** Whether it used up a try without giving a score. A cancelled run is not a failure. */
export function isFailed(status: RunStatus): boolean {
  return status === 'FAILED' || status === 'TIMED_OUT' || status === 'STALE';
}

/** Whether nothing more is to come for the problem. */
export function isSettledProblem(status: ProblemStatus): boolean {
  return status !== 'PENDING' && status !== 'RUNNING';
}
