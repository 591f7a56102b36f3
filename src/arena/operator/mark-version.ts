import { appendEvent } from '../../store/database.ts';
import type { Arena } from '../arena.ts';
import { type OperatorAct, reasonOf } from './operator-act.ts';
import { knownSuite, knownVersion, setEntry } from './version-entry.ts';

export interface VersionMark extends OperatorAct {
  /** Defaults to the active suite. */
  readonly suiteId?: number | null;
}

export interface MarkedVersion {
  readonly agentVersionId: string;
  readonly suiteId: number;
  /** When it was marked; `null` if the mark was removed. */
  readonly markedAt: number | null;
}

/** Removes a version from the leaderboard of a suite because of its behaviour, not its score. Its runs continue. */
export async function discardVersion(arena: Arena, agentVersionId: string, mark: VersionMark): Promise<MarkedVersion> {
  return await markVersion(arena, agentVersionId, mark, 'version.discarded', (at, reason) => ({
    discarded_at: at,
    discard_reason: reason,
  }));
}

/** Undoes a discard. */
export async function reinstateVersion(
  arena: Arena,
  agentVersionId: string,
  mark: VersionMark,
): Promise<MarkedVersion> {
  const undone = () => ({ discarded_at: null, discard_reason: null });
  return await markVersion(arena, agentVersionId, mark, 'version.reinstated', undone, true);
}

/** Keeps a version out of races on a suite; it stays on the leaderboard. */
export async function eliminateVersion(
  arena: Arena,
  agentVersionId: string,
  mark: VersionMark,
): Promise<MarkedVersion> {
  return await markVersion(arena, agentVersionId, mark, 'version.eliminated', (at, reason) => ({
    eliminated_at: at,
    eliminate_reason: reason,
  }));
}

/** Undoes an elimination. */
export async function reinstateElimination(
  arena: Arena,
  agentVersionId: string,
  mark: VersionMark,
): Promise<MarkedVersion> {
  const undone = () => ({ eliminated_at: null, eliminate_reason: null });
  return await markVersion(arena, agentVersionId, mark, 'version.elimination_reinstated', undone, true);
}

async function markVersion(
  arena: Arena,
  agentVersionId: string,
  mark: VersionMark,
  what: string,
  change: (at: number, reason: string) => Parameters<typeof setEntry>[2],
  isUndone = false,
): Promise<MarkedVersion> {
  const reason = reasonOf(mark);
  return await arena.database.withTransaction(async (transaction) => {
    const now = arena.now();
    const version = await knownVersion(transaction, agentVersionId);
    const { suite_id } = await knownSuite(transaction, mark.suiteId);
    await setEntry(transaction, { agent_version_id: agentVersionId, suite_id }, change(now, reason));
    await appendEvent(transaction, {
      who: mark.who,
      what,
      when: now,
      why: reason,
      subject: `version ${agentVersionId}`,
      data: { ...version, suite_id },
    });
    return { agentVersionId, suiteId: suite_id, markedAt: isUndone ? null : now };
  });
}
