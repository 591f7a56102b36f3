import type { Transaction } from 'kysely';
import { appendEvent } from '../../store/database.ts';
import type { Arena } from '../arena.ts';
import { enqueue } from '../queue/enqueue.ts';
import { COPY_REASON } from '../submission/add-version.ts';
import type { ArenaTables } from '../tables/arena-tables.ts';
import { type OperatorAct, reasonOf } from './operator-act.ts';
import { knownSuite, knownVersion, setEntry } from './version-entry.ts';

export interface ClearedFlag {
  readonly agentVersionId: string;
  /** Whether it was held as a copy and is now evaluated. */
  readonly isQueued: boolean;
}

/** Removes the flag of a version after a review. A version that was held as a copy is evaluated on the active suite. */
export async function clearFlag(arena: Arena, agentVersionId: string, act: OperatorAct): Promise<ClearedFlag> {
  const reason = reasonOf(act);
  return await arena.database.withTransaction(async (transaction) => {
    const now = arena.now();
    const version = await knownVersion(transaction, agentVersionId);
    const { is_flagged, copy_of, copy_cleared_at, cancelled_at } = await transaction
      .selectFrom('agent_versions')
      .select(['is_flagged', 'copy_of', 'copy_cleared_at', 'cancelled_at'])
      .where('agent_version_id', '=', agentVersionId)
      .executeTakeFirstOrThrow();
    const isHeld = copy_of !== null && copy_cleared_at === null && cancelled_at === null;
    if (!is_flagged && !isHeld) return { agentVersionId, isQueued: false };
    await transaction
      .updateTable('agent_versions')
      .set({ is_flagged: false, ...(isHeld && { copy_cleared_at: now }) })
      .where('agent_version_id', '=', agentVersionId)
      .execute();
    await appendEvent(transaction, {
      who: act.who,
      what: 'version.flag_cleared',
      when: now,
      why: reason,
      subject: `version ${agentVersionId}`,
      data: { ...version },
    });
    if (!isHeld) return { agentVersionId, isQueued: false };
    // On every suite. Versions that an operator discarded for another reason stay discarded.
    await transaction
      .updateTable('entries')
      .set({ discarded_at: null, discard_reason: null })
      .where('agent_version_id', '=', agentVersionId)
      .where('discard_reason', '=', COPY_REASON)
      .execute();
    const { suite_id, set_id } = await knownSuite(transaction, null);
    const entry = { agent_version_id: agentVersionId, suite_id };
    if (await isDiscarded(transaction, entry)) return { agentVersionId, isQueued: false };
    await setEntry(transaction, entry, { discarded_at: null });
    await enqueue(transaction, {
      agentVersionId,
      suiteId: suite_id,
      phase: 'QUALIFYING',
      setId: set_id,
      requiredSuccesses: arena.policy.queue.requiredSuccesses,
      priority: 0,
      twins: arena.policy.twins,
      now,
    });
    return { agentVersionId, isQueued: true };
  });
}

async function isDiscarded(
  transaction: Transaction<ArenaTables>,
  { agent_version_id, suite_id }: { readonly agent_version_id: string; readonly suite_id: number },
): Promise<boolean> {
  const entry = await transaction
    .selectFrom('entries')
    .select('discarded_at')
    .where('agent_version_id', '=', agent_version_id)
    .where('suite_id', '=', suite_id)
    .executeTakeFirst();
  return entry !== undefined && entry.discarded_at !== null;
}
