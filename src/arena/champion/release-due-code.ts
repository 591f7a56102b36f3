import { appendEvent } from '../../store/database.ts';
import type { Arena } from '../arena.ts';

/**
 * Publishes the code of winners whose release time has come, and returns their version ids. Discarded versions, and
 * versions of a banned hotkey, are not published while that lasts: they may be copies of another contestant's
 * unreleased code.
 */
export async function releaseDueCode({ database, now }: Pick<Arena, 'database' | 'now'>): Promise<readonly string[]> {
  return await database.withTransaction(async (transaction) => {
    const due = await transaction
      .selectFrom('agent_versions as version')
      .innerJoin('agents', 'agents.agent_id', 'version.agent_id')
      .select(['version.agent_version_id', 'version.hotkey', 'version.version_number', 'agents.name'])
      .where('version.release_at', '<=', now())
      .where('version.released_at', 'is', null)
      .where(({ not, exists, selectFrom }) =>
        not(
          exists(
            selectFrom('bans')
              .select('bans.hotkey')
              .whereRef('bans.hotkey', '=', 'version.hotkey')
              .where('bans.role', '=', 'miner'),
          ),
        ),
      )
      .where(({ not, exists, selectFrom }) =>
        not(
          exists(
            selectFrom('entries')
              .select('entries.suite_id')
              .whereRef('entries.agent_version_id', '=', 'version.agent_version_id')
              .where('entries.discarded_at', 'is not', null),
          ),
        ),
      )
      .orderBy('version.release_at')
      .orderBy('version.agent_version_id')
      .execute();
    for (const { agent_version_id, hotkey, version_number, name } of due) {
      await transaction
        .updateTable('agent_versions')
        .set({ released_at: now() })
        .where('agent_version_id', '=', agent_version_id)
        .execute();
      await appendEvent(transaction, {
        who: 'arena',
        what: 'code.released',
        when: now(),
        why: 'The embargo on a winner ends at noon of the next weekday.',
        subject: `version ${agent_version_id}`,
        data: {
          agent_version_id,
          agent_name: name,
          version_number,
          miner_hotkey: hotkey,
          path: `/v1/public/agent-versions/${agent_version_id}/code`,
        },
      });
    }
    return due.map(({ agent_version_id }) => agent_version_id);
  });
}
