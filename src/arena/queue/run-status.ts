import type { ProblemStatus, RunStatus } from '../tables/arena-tables.ts';

/** A validator is working on the run; every other status is final. */
export const ACTIVE_STATUSES = ['CLAIMED', 'RUNNING'] as const satisfies readonly RunStatus[];

export function isActive(status: RunStatus): boolean {
  return status === 'CLAIMED' || status === 'RUNNING';
}

/** Whether the run's validator has reported its ending. `STALE` and `CANCELLED` runs were ended by the arena. */
export function isComplete(status: RunStatus): boolean {
  return status === 'SUCCESS' || status === 'FAILED' || status === 'TIMED_OUT';
}

/** Whether the run used up a try without a score. A cancelled run is not a failure. */
export function isFailed(status: RunStatus): boolean {
  return status === 'FAILED' || status === 'TIMED_OUT' || status === 'STALE';
}

/** Whether the problem's status is final. */
export function isSettledProblem(status: ProblemStatus): boolean {
  return status !== 'PENDING' && status !== 'RUNNING';
}
