import type { Transaction } from 'kysely';
import type { ArenaTables } from '../tables/arena-tables.ts';
import { recordStaleRun } from './expire-runs.ts';
import { ACTIVE_STATUSES } from './run-status.ts';
import type { SettleContext } from './settle-item.ts';

export interface TakenRuns {
  readonly who: string;
  readonly why: string;
  readonly settleContext: SettleContext;
}

/** Takes all runs from a validator; other validators may claim them. */
export async function takeRunsFrom(
  transaction: Transaction<ArenaTables>,
  hotkey: string,
  { who, why, settleContext }: TakenRuns,
): Promise<void> {
  const taken = await transaction
    .updateTable('runs')
    .set({ status: 'STALE', lease_expires_at: settleContext.now })
    .where('validator_hotkey', '=', hotkey)
    .where('status', 'in', ACTIVE_STATUSES)
    .returning(['run_id', 'work_item_id', 'validator_hotkey'])
    .execute();
  for (const run of taken) await recordStaleRun(transaction, run, { why, who, settleContext });
}
