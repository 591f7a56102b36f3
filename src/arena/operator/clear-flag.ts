import { appendEvent } from '../../store/database.ts';
import type { Arena } from '../arena.ts';
import { enqueue } from '../queue/enqueue.ts';
import { type OperatorAct, reasonOf } from './operator-act.ts';
import { knownSuite, knownVersion, setEntry } from './version-entry.ts';

export interface ClearedFlag {
  readonly agentVersionId: string;
  /** Whether it was held for a copy and is evaluated now. */
  readonly isQueued: boolean;
}

/** Takes back the flag of a version, after a look at it. One that was held for a copy is evaluated on the active suite. */
export async function clearFlag(arena: Arena, agentVersionId: string, act: OperatorAct): Promise<ClearedFlag> {
  const reason = reasonOf(act);
  const now = arena.now();
  return await arena.database.withTransaction(async (transaction) => {
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
    // On whichever suite it was submitted: nothing but the copy was held against it there.
    await transaction
      .updateTable('entries')
      .set({ discarded_at: null, discard_reason: null })
      .where('agent_version_id', '=', agentVersionId)
      .execute();
    const { suite_id, set_id } = await knownSuite(transaction, null);
    await setEntry(transaction, { agent_version_id: agentVersionId, suite_id }, { discarded_at: null });
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
