import { Fault } from '../../fault/fault.ts';
import { appendEvent, type Reader } from '../../store/database.ts';
import type { Arena } from '../arena.ts';
import type { ArenaTables } from '../tables/arena-tables.ts';

export interface Withdrawal {
  readonly hotkey: string;
  /** `null` means every version of the contestant. */
  readonly agentVersionId: string | null;
}

export interface WithdrawnVersions {
  /** Versions whose attempts the next release leaves out because of this request. */
  readonly withdrawn: readonly string[];
  readonly alreadyWithdrawn: readonly string[];
}

/**
 * Keeps attempts of a contestant's versions out of every later release of the corpus. The contestant may do this at any
 * time without giving a reason. It cannot be undone: to agree again, the contestant submits again.
 */
export async function withdrawVersions(
  { database, now }: Pick<Arena, 'database' | 'now'>,
  { hotkey, agentVersionId }: Withdrawal,
): Promise<WithdrawnVersions> {
  return await database.withTransaction(async (transaction) => {
    const versions = await transaction
      .selectFrom('agent_versions as version')
      .innerJoin('agents', 'agents.agent_id', 'version.agent_id')
      .leftJoin('corpus_withdrawals as before', 'before.agent_version_id', 'version.agent_version_id')
      .select(['version.agent_version_id', 'version.hotkey', 'agents.name', 'before.withdrawn_at'])
      .where(({ eb }) =>
        agentVersionId === null
          ? eb('version.hotkey', '=', hotkey)
          : eb('version.agent_version_id', '=', agentVersionId),
      )
      .orderBy('version.submitted_at')
      .orderBy('version.agent_version_id')
      .execute();
    if (agentVersionId !== null && versions.length === 0) {
      throw new Fault('AGENT_VERSION_NOT_FOUND', { message: `There is no agent version ${agentVersionId}.` });
    }
    if (versions.some((version) => version.hotkey !== hotkey)) {
      throw new Fault('NOT_VERSION_OWNER', {
        message: `Version ${agentVersionId} belongs to another contestant.`,
        remedy: 'Withdraw your own versions.',
      });
    }
    const fresh = versions.filter(({ withdrawn_at }) => withdrawn_at === null);
    for (const { agent_version_id, name } of fresh) {
      await transaction
        .insertInto('corpus_withdrawals')
        .values({ agent_version_id, hotkey, withdrawn_at: now() })
        .execute();
      await appendEvent(transaction, {
        who: hotkey,
        what: 'corpus.withdrawn',
        when: now(),
        why: 'Its contestant withdrew its attempts from later releases of the corpus.',
        subject: `version ${agent_version_id}`,
        data: { agent_version_id, agent_name: name, miner_hotkey: hotkey },
      });
    }
    const ids = (of: typeof versions) => of.map(({ agent_version_id }) => agent_version_id);
    return {
      withdrawn: ids(fresh),
      alreadyWithdrawn: ids(versions.filter(({ withdrawn_at }) => withdrawn_at !== null)),
    };
  });
}

/** When the attempts of a version were withdrawn; `null` if they were not. */
export async function withdrawnAt(
  reader: Pick<Reader<ArenaTables>, 'selectFrom'>,
  agentVersionId: string,
): Promise<number | null> {
  const row = await reader
    .selectFrom('corpus_withdrawals')
    .select('withdrawn_at')
    .where('agent_version_id', '=', agentVersionId)
    .executeTakeFirst();
  return row?.withdrawn_at ?? null;
}
