import type { Arena } from '../../arena/arena.ts';
import { currentChampion } from '../../arena/champion.ts';
import type { ArenaQueries } from '../../arena/race.ts';
import { readPage } from '../paging/read-page.ts';
import { findSuite } from '../suites/find-suite.ts';
import { readVersionSummaries } from '../versions/version-summaries.ts';
import type { AdminVersionsQuery, AdminVersionsWire } from '../wire/admin-versions-wire.ts';
import { toTimestamp, toTimestampOrNull } from '../wire/timestamp.ts';
import { applyFilters } from './apply-filters.ts';

/** All versions with their state on a suite, newest first. */
export async function adminVersions(
  { database, policy, now }: Arena,
  query: AdminVersionsQuery,
): Promise<AdminVersionsWire> {
  return await database.withSnapshot(async (reader) => {
    const { suite_id } = await findSuite(reader, query.suite_id);
    const list = wantedVersions(reader, suite_id, query)
      .select('version.agent_version_id')
      .orderBy('version.submitted_at', 'desc')
      .orderBy('version.agent_version_id');
    const { rows, ...page } = await readPage(list, query);
    const ids = rows.map(({ agent_version_id }) => agent_version_id);
    const sheets = await readVersionSummaries(reader, ids, suite_id);
    const top = await currentChampion(reader, now(), policy);
    return {
      ...page,
      agent_versions: ids.map((id) => {
        const { version, entry, item, tally, isBanned } = sheets.get(id)!;
        return {
          agent_version_id: id,
          agent_id: version.agent_id,
          agent_name: version.agent_name,
          miner_hotkey: version.hotkey,
          version_number: version.version_number,
          created_at: toTimestamp(version.submitted_at),
          is_eligible: entry && entry.final_score !== null,
          is_discarded: entry && entry.discarded_at !== null,
          final_score: entry?.final_score ?? null,
          work_item_is_closed: item && item.closed_at !== null,
          work_item_is_cancelled: item && item.close_reason === 'cancelled',
          work_item_included_success_count: item && tally.included.length,
          active_run_count: item && tally.active,
          is_current_top: top?.agentVersionId === id,
          eliminated_at: toTimestampOrNull(entry?.eliminated_at ?? null),
          eliminated_in_race_number: null,
          is_flagged: version.is_flagged,
          is_cancelled: version.cancelled_at !== null,
          is_miner_banned: isBanned,
        };
      }),
    };
  });
}

function wantedVersions(reader: ArenaQueries, suiteId: number, query: AdminVersionsQuery) {
  const versions = reader
    .selectFrom('agent_versions as version')
    .leftJoin('entries', (join) =>
      join.onRef('entries.agent_version_id', '=', 'version.agent_version_id').on('entries.suite_id', '=', suiteId),
    );
  return applyFilters(versions, [
    ['entries.final_score', 'is set', query.is_eligible],
    ['entries.discarded_at', 'is set', query.is_discarded],
    ['version.is_flagged', '=', query.is_flagged],
    ['version.hotkey', '=', query.miner_hotkey],
    ['version.submitted_at', '>=', query.since],
    ['version.submitted_at', '<', query.until],
  ]);
}
