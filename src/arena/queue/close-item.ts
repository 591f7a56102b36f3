import type { Transaction } from 'kysely';
import { appendEvent } from '../../store/database.ts';
import type { ArenaTables } from '../tables/arena-tables.ts';
import { itemData } from './item-data.ts';
import type { WorkItem } from './item-runs.ts';
import { ACTIVE_STATUSES } from './run-status.ts';

export interface ItemClosing {
  readonly closeReason: NonNullable<WorkItem['close_reason']>;
  /** Shown to validators that are still running the item, and in the ledger. */
  readonly why: string;
  readonly who?: string;
  readonly now: number;
}

/** Closes an item to further runs and cancels active ones. Returns how many were cancelled. */
export async function closeItem(
  transaction: Transaction<ArenaTables>,
  item: WorkItem,
  { closeReason, why, who = 'arena', now }: ItemClosing,
): Promise<number> {
  await transaction
    .updateTable('work_items')
    .set({ closed_at: now, close_reason: closeReason })
    .where('work_item_id', '=', item.work_item_id)
    .execute();
  const cancelled = await transaction
    .updateTable('runs')
    .set({ status: 'CANCELLED', completed_at: now, failure_reason: why })
    .where('work_item_id', '=', item.work_item_id)
    .where('status', 'in', ACTIVE_STATUSES)
    .returning(['run_id', 'validator_hotkey'])
    .execute();
  for (const { run_id, validator_hotkey } of cancelled) {
    await appendEvent(transaction, {
      who,
      what: 'run.cancelled',
      when: now,
      why,
      subject: `run ${run_id}`,
      data: { ...(await itemData(transaction, item)), eval_run_id: run_id, validator_hotkey },
    });
  }
  return cancelled.length;
}
