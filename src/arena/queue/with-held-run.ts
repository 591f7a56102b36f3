import type { Transaction } from 'kysely';
import type { Fault } from '../../fault/fault.ts';
import type { Arena } from '../arena.ts';
import type { ArenaTables } from '../tables/arena-tables.ts';
import { expireRuns } from './expire-runs.ts';
import { isLeaseExpired, leaseExpired, lockRun, ownRun, whyNotHeld } from './held-run.ts';
import type { Run, WorkItem } from './item-runs.ts';
import { isComplete } from './run-status.ts';
import type { SettleContext } from './settle-item.ts';

export interface HeldRun extends SettleContext {
  readonly transaction: Transaction<ArenaTables>;
  readonly run: Run;
  readonly item: WorkItem;
}

export interface RunClaim {
  readonly hotkey: string;
  readonly runId: string;
  /**
   * Why the run's validator may not do this while the run is not stale; by default, it may not once the run has ended.
   */
  readonly refusal?: (run: Run, now: number) => Fault | undefined;
}

/**
 * Performs an operation for the validator that holds a run, with the run locked. If the lease has expired, the run
 * becomes stale at once, and this is committed even though the request is rejected.
 */
export async function withHeldRun<T extends object>(
  arena: Arena,
  { hotkey, runId, refusal = whyNotHeld }: RunClaim,
  work: (held: HeldRun) => Promise<T>,
): Promise<T> {
  const answer = await arena.database.withTransaction(async (transaction) => {
    const run = ownRun(await lockRun(transaction, runId), runId, hotkey);
    // The time is read after the lock is acquired: the event of a request that waited must not be older than events
    // before it.
    const settleContext = { policy: arena.policy, now: arena.now() };
    if (isLeaseExpired(run, settleContext.now)) {
      await expireRuns(transaction, settleContext, { runId });
      return undefined;
    }
    const fault = refusal(run, settleContext.now);
    if (fault !== undefined) throw fault;
    const item = await transaction
      .selectFrom('work_items')
      .selectAll()
      .where('work_item_id', '=', run.work_item_id)
      .executeTakeFirstOrThrow();
    return await work({ ...settleContext, transaction, run, item });
  });
  if (answer === undefined) throw leaseExpired();
  return answer;
}

/** For reports that are also allowed after the run was completed. */
export function whyNotItsValidators(run: Run, now: number): Fault | undefined {
  return isComplete(run.status) ? undefined : whyNotHeld(run, now);
}
