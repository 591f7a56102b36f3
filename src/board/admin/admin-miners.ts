import type { Arena } from '../../arena/arena.ts';
import type { ArenaQueries } from '../../arena/race.ts';
import { secondsUntil } from '../../arena/submission.ts';
import { readPage } from '../paging/read-page.ts';
import type { AdminMinersQuery, AdminMinersWire } from '../wire/admin-people-wire.ts';
import { toTimestamp, toTimestampOrNull } from '../wire/timestamp.ts';
import { applyFilters } from './apply-filters.ts';

/** All contestants that ever submitted, banned or not, by latest submission. */
export async function adminMiners(
  { database, now }: Pick<Arena, 'database' | 'now'>,
  query: AdminMinersQuery,
): Promise<AdminMinersWire> {
  return await database.withSnapshot(async (reader) => {
    const list = wantedMiners(reader, query)
      .selectAll('contestants')
      .select(['bans.reason as ban_reason', 'bans.banned_at'])
      .select(({ selectFrom }) =>
        selectFrom('agents')
          .select(({ fn }) => fn.countAll<number>().as('agents'))
          .whereRef('agents.hotkey', '=', 'contestants.hotkey')
          .as('agent_count'),
      )
      .orderBy('contestants.last_submitted_at', (order) => order.desc().nullsLast())
      .orderBy('contestants.hotkey');
    const { rows, ...page } = await readPage(list, query);
    return {
      ...page,
      miners: rows.map((row) => ({
        miner_hotkey: row.hotkey,
        is_banned: row.banned_at !== null,
        ban_reason: row.ban_reason,
        banned_at: toTimestampOrNull(row.banned_at),
        agent_count: row.agent_count ?? 0,
        last_submitted_at: toTimestampOrNull(row.last_submitted_at),
        registered_at: toTimestamp(row.first_seen_at),
        cooldown_remaining_seconds: secondsUntil(row.next_allowed_at, now()),
      })),
    };
  });
}

function wantedMiners(reader: ArenaQueries, { is_banned, since, until }: AdminMinersQuery) {
  const miners = reader
    .selectFrom('contestants')
    .leftJoin('bans', (join) => join.onRef('bans.hotkey', '=', 'contestants.hotkey').on('bans.role', '=', 'miner'));
  return applyFilters(miners, [
    ['bans.hotkey', 'is set', is_banned],
    ['contestants.last_submitted_at', '>=', since],
    ['contestants.last_submitted_at', '<', until],
  ]);
}
