import type { Transaction } from 'kysely';
import { appendEvent } from '../../store/database.ts';
import type { ArenaTables } from '../tables/arena-tables.ts';
import { itemData } from './item-data.ts';
import { ACTIVE_STATUSES } from './run-status.ts';
import { type SettleContext, settleItem } from './settle-item.ts';

/** A reaper that was down for a day must not block other work by expiring everything at once. */
export const MOST_EXPIRED_AT_ONCE = 200;

/**
 * Expires runs whose lease has ended, so that other validators can claim them. Returns how many. Heartbeats run
 * concurrently, so each row is changed only if its lease has still expired.
 */
export async function expireRuns(
  transaction: Transaction<ArenaTables>,
  settleContext: SettleContext,
  only?: { readonly runId: string },
): Promise<number> {
  let withExpiredLease = transaction
    .selectFrom('runs')
    .select('run_id')
    .where('status', 'in', ACTIVE_STATUSES)
    .where('lease_expires_at', '<=', settleContext.now)
    .orderBy('lease_expires_at')
    .limit(MOST_EXPIRED_AT_ONCE);
  if (only !== undefined) withExpiredLease = withExpiredLease.where('run_id', '=', only.runId);
  let expired = 0;
  for (const { run_id } of await withExpiredLease.execute()) {
    const run = await transaction
      .updateTable('runs')
      .set({ status: 'STALE' })
      .where('run_id', '=', run_id)
      .where('status', 'in', ACTIVE_STATUSES)
      .where('lease_expires_at', '<=', settleContext.now)
      .returning(['run_id', 'work_item_id', 'validator_hotkey'])
      .executeTakeFirst();
    if (run === undefined) continue;
    expired++;
    await recordStaleRun(transaction, run, {
      why: 'Its validator sent no heartbeat in time. The run does not count against the contestant; another validator can claim it.',
      who: 'arena',
      settleContext,
    });
  }
  return expired;
}

/** Records a run that its validator has lost, and settles its item. */
export async function recordStaleRun(
  transaction: Transaction<ArenaTables>,
  run: { readonly run_id: string; readonly work_item_id: string; readonly validator_hotkey: string },
  { why, who, settleContext }: { readonly why: string; readonly who: string; readonly settleContext: SettleContext },
): Promise<void> {
  const item = await transaction
    .selectFrom('work_items')
    .selectAll()
    .where('work_item_id', '=', run.work_item_id)
    .executeTakeFirstOrThrow();
  await appendEvent(transaction, {
    who,
    what: 'run.stale',
    when: settleContext.now,
    why,
    subject: `run ${run.run_id}`,
    data: {
      ...(await itemData(transaction, item)),
      eval_run_id: run.run_id,
      validator_hotkey: run.validator_hotkey,
      fault_owner: 'validator',
    },
  });
  await settleItem(transaction, item.work_item_id, settleContext);
}
