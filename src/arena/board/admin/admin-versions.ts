import type { Arena } from '../../arena.ts';
import { currentTop } from '../../crown/current-top.ts';
import type { ArenaQueries } from '../../race/stored-race.ts';
import { findSuite } from '../find-suite.ts';
import { readVersionSheets } from '../version-sheets.ts';
import type { AdminVersionsQuery, AdminVersionsWire } from '../wire/admin-versions-wire.ts';
import { moment, momentOrNull } from '../wire/moment.ts';

/** Every version with how it does on a suite, the newest first. */
export async function adminVersions(
  { database, policy, now }: Arena,
  query: AdminVersionsQuery,
): Promise<AdminVersionsWire> {
  const { limit, offset } = query;
  return await database.withSnapshot(async (reader) => {
    const { suite_id } = await findSuite(reader, query.suite_id);
    const wanted = narrowed(reader, suite_id, query);
    const { total } = await wanted.select(({ fn }) => fn.countAll<number>().as('total')).executeTakeFirstOrThrow();
    const rows = await wanted
      .select('version.agent_version_id')
      .orderBy('version.submitted_at', 'desc')
      .orderBy('version.agent_version_id')
      .limit(limit)
      .offset(offset)
      .execute();
    const ids = rows.map(({ agent_version_id }) => agent_version_id);
    const sheets = await readVersionSheets(reader, ids, suite_id);
    const top = await currentTop(reader, now(), policy);
    return {
      total,
      limit,
      offset,
      agent_versions: ids.map((id) => {
        const { version, entry, item, tally, isBanned } = sheets.get(id)!;
        return {
          agent_version_id: id,
          agent_id: version.agent_id,
          agent_name: version.agent_name,
          miner_hotkey: version.hotkey,
          version_number: version.version_number,
          created_at: moment(version.submitted_at),
          is_eligible: entry && entry.final_score !== null,
          is_discarded: entry && entry.discarded_at !== null,
          final_score: entry?.final_score ?? null,
          work_item_is_closed: item && item.closed_at !== null,
          work_item_is_cancelled: item && item.close_reason === 'cancelled',
          work_item_included_success_count: item && tally.included.length,
          active_run_count: item && tally.active,
          is_current_top: top?.agentVersionId === id,
          eliminated_at: momentOrNull(entry?.eliminated_at ?? null),
          eliminated_in_race_number: null,
          is_flagged: version.is_flagged,
          is_cancelled: version.cancelled_at !== null,
          is_miner_banned: isBanned,
        };
      }),
    };
  });
}

function narrowed(reader: ArenaQueries, suiteId: number, query: AdminVersionsQuery) {
  const { is_eligible, is_discarded, is_flagged, miner_hotkey, since, until } = query;
  let versions = reader
    .selectFrom('agent_versions as version')
    .leftJoin('entries', (join) =>
      join.onRef('entries.agent_version_id', '=', 'version.agent_version_id').on('entries.suite_id', '=', suiteId),
    );
  if (is_eligible !== undefined) versions = versions.where('entries.final_score', is_eligible ? 'is not' : 'is', null);
  if (is_discarded !== undefined) {
    versions = versions.where('entries.discarded_at', is_discarded ? 'is not' : 'is', null);
  }
  if (is_flagged !== undefined) versions = versions.where('version.is_flagged', '=', is_flagged);
  if (miner_hotkey !== undefined) versions = versions.where('version.hotkey', '=', miner_hotkey);
  if (since !== undefined) versions = versions.where('version.submitted_at', '>=', since);
  if (until !== undefined) versions = versions.where('version.submitted_at', '<', until);
  return versions;
}
