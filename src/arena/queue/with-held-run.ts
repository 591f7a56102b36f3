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
  /** Why the owner of a run that is not stale may not; by default whenever the run has ended. */
  readonly refusal?: (run: Run, now: number) => Fault | undefined;
}

/**
 * Does something for the validator that holds a run, with the run locked. A validator that comes too late makes it stale at
 * once, which must last although the request is refused.
 */
export async function withHeldRun<T extends object>(
  arena: Arena,
  { hotkey, runId, refusal = whyNotHeld }: RunClaim,
  work: (held: HeldRun) => Promise<T>,
): Promise<T> {
  const answer = await arena.database.withTransaction(async (transaction) => {
    const run = ownRun(await lockRun(transaction, runId), runId, hotkey);
    // Read once it is this one's turn: events of those who waited longer must not be older than what stands before them.
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

/** For what may also be brought after the run was completed. */
export function whyNotItsValidators(run: Run, now: number): Fault | undefined {
  return isComplete(run.status) ? undefined : whyNotHeld(run, now);
}
