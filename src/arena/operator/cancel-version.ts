import type { Transaction } from 'kysely';
import { appendEvent } from '../../store/database.ts';
import type { Arena } from '../arena.ts';
import { closeItem, type ItemClosing } from '../queue/close-item.ts';
import type { ArenaTables, Phase } from '../tables/arena-tables.ts';
import { type OperatorAct, reasonOf } from './operator-act.ts';
import { knownVersion } from './version-entry.ts';

/** Permanently stops all work on a version. Its existing results stay. */
export async function cancelVersion(
  arena: Arena,
  agentVersionId: string,
  act: OperatorAct,
): Promise<{ readonly cancelledRuns: number }> {
  const reason = reasonOf(act);
  return await arena.database.withTransaction(async (transaction) => {
    const now = arena.now();
    const version = await knownVersion(transaction, agentVersionId);
    const first = await transaction
      .updateTable('agent_versions')
      .set({ cancelled_at: now, cancel_reason: reason })
      .where('agent_version_id', '=', agentVersionId)
      .where('cancelled_at', 'is', null)
      .returning('agent_version_id')
      .executeTakeFirst();
    if (first === undefined) return { cancelledRuns: 0 };
    const closing = { closeReason: 'cancelled', why: reason, who: act.who, now } as const;
    const cancelledRuns = await closeItemsOf(transaction, agentVersionId, closing);
    await appendEvent(transaction, {
      who: act.who,
      what: 'version.cancelled',
      when: now,
      why: reason,
      subject: `version ${agentVersionId}`,
      data: { ...version, cancelled_runs: cancelledRuns },
    });
    return { cancelledRuns };
  });
}

/** Closes the open items of a version; returns how many runs were cancelled. */
export async function closeItemsOf(
  transaction: Transaction<ArenaTables>,
  agentVersionId: string,
  closing: ItemClosing,
  only?: { readonly phase: Phase; readonly suiteId: number },
): Promise<number> {
  let open = transaction
    .selectFrom('work_items')
    .selectAll()
    .where('agent_version_id', '=', agentVersionId)
    .where('closed_at', 'is', null);
  if (only !== undefined) open = open.where('phase', '=', only.phase).where('suite_id', '=', only.suiteId);
  let cancelled = 0;
  for (const item of await open.execute()) cancelled += await closeItem(transaction, item, closing);
  return cancelled;
}
