import { sql } from 'kysely';
import type { Arena } from '../../arena/arena.ts';
import { currentChampion } from '../../arena/champion.ts';
import { ListOrder } from '../paging/list-order.ts';
import { readPageAfter } from '../paging/read-page-after.ts';
import { findSuite } from '../suites/find-suite.ts';
import { toTimestamp, toTimestampOrNull } from '../wire/timestamp.ts';
import type { TopHistoryQuery, TopHistoryWire } from '../wire/top-wire.ts';

const NEWEST_FIRST = new ListOrder<{ readonly reign: number }>(
  'reigns',
  [{ kind: 'integer', direction: 'desc' }],
  ({ reign }) => [reign],
);

/** All reigns on a suite, newest first. */
export async function topHistory(
  { database, policy, now }: Arena,
  { suite_id, ...query }: TopHistoryQuery,
): Promise<TopHistoryWire> {
  return await database.withSnapshot(async (reader) => {
    const suite = await findSuite(reader, suite_id);
    const top = await currentChampion(reader, now(), policy);
    const reigns = reader
      .selectFrom('tops')
      .innerJoin('agent_versions as version', 'version.agent_version_id', 'tops.agent_version_id')
      .innerJoin('agents', 'agents.agent_id', 'version.agent_id')
      .selectAll('tops')
      .select(['agents.name as agent_name', 'version.version_number'])
      .where('tops.suite_id', '=', suite.suite_id)
      .orderBy('reign', 'desc');
    const { rows, ...page } = await readPageAfter(reigns, query, NEWEST_FIRST, [sql.ref('tops.reign')]);
    return {
      suite_id: suite.suite_id,
      ...page,
      entries: rows.map((row) => ({
        agent_version_id: row.agent_version_id,
        agent_name: row.agent_name,
        miner_hotkey: row.hotkey,
        version_number: row.version_number,
        final_score: row.score,
        top_at: toTimestamp(row.crowned_at),
        is_current_top: row.reign === top?.reign,
        was_top: row.reign !== top?.reign,
        suite_id: row.suite_id,
        reign: row.reign,
        ended_at: toTimestampOrNull(row.ended_at),
        race_id: row.race_id,
      })),
    };
  });
}
