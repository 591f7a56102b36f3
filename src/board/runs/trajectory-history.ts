import { setImmediate as nextTurn } from 'node:timers/promises';
import { sql } from 'kysely';
import type { Arena } from '../../arena/arena.ts';
import { type ArenaQueries, isSettled, RACE_STATES } from '../../arena/race.ts';
import { toTimestamp } from '../wire/timestamp.ts';
import type { TrajectoryHistoryWire } from '../wire/trajectory-history-wire.ts';

const DAY = 86_400_000;
const WEEK_DAYS = 7;
const SETTLED = RACE_STATES.filter(isSettled);

/** Versions counted in one query: SQLite runs on the thread that serves all other requests. */
const VERSIONS_AT_ONCE = 50;

/**
 * Counts graded attempts by the day of the first run that finished them. Runs of a race count once the race is over,
 * and unpublished twins never count: when race results arrive and how many twins a run has are not public.
 */
export async function trajectoryHistory({
  database,
  now,
}: Pick<Arena, 'database' | 'now'>): Promise<TrajectoryHistoryWire> {
  const days = new Map<number, number>();
  const ids = await database.reader
    .selectFrom('agent_versions')
    .select('agent_version_id')
    .orderBy('agent_version_id')
    .execute();
  for (let first = 0; first < ids.length; first += VERSIONS_AT_ONCE) {
    const some = ids.slice(first, first + VERSIONS_AT_ONCE).map(({ agent_version_id }) => agent_version_id);
    for (const { day, distinct } of await countFirsts(database.reader, some)) {
      days.set(day, (days.get(day) ?? 0) + distinct);
    }
    // SQLite calls block the thread; without this, no other request would be served until the last version is counted.
    await nextTurn();
  }
  let total = 0;
  const inOrder = [...days].toSorted(([one], [other]) => one - other);
  const counts = inOrder.map(([day, distinct]) => {
    total += distinct;
    return { day, distinct, cumulative: total };
  });
  const today = Math.floor(now() / DAY);
  const within = (days: number) =>
    counts
      .filter((each) => each.day < today && each.day >= today - days)
      .reduce((sum, { distinct }) => sum + distinct, 0);
  return {
    series: counts.map(({ day: number, ...count }) => ({ date: toTimestamp(number * DAY).slice(0, 10), ...count })),
    total,
    daily_rate: within(1),
    weekly_rate: within(WEEK_DAYS),
    updated_at: toTimestamp(now()),
  };
}

/** Number of problems that these versions were first graded on, by day. */
async function countFirsts(reader: ArenaQueries, versionIds: readonly string[]) {
  const firsts = reader
    .selectFrom('problem_results as result')
    .innerJoin('runs', 'runs.run_id', 'result.run_id')
    .innerJoin('work_items as item', 'item.work_item_id', 'runs.work_item_id')
    .leftJoin('races', 'races.race_id', 'item.race_id')
    .leftJoin('item_twins as twin', (join) =>
      join.onRef('twin.work_item_id', '=', 'item.work_item_id').onRef('twin.problem_id', '=', 'result.problem_id'),
    )
    .select(({ fn }) => fn.min('runs.completed_at').as('first_at'))
    .where('runs.agent_version_id', 'in', versionIds)
    .where('runs.status', '=', 'SUCCESS')
    .where('runs.completed_at', 'is not', null)
    .where('runs.invalidated_at', 'is', null)
    .where('result.status', 'in', ['SUCCESS', 'FAILED', 'TIMED_OUT'])
    .where('twin.problem_id', 'is', null)
    .where((each) => each.or([each('races.race_id', 'is', null), each('races.state', 'in', SETTLED)]))
    .groupBy(['runs.agent_version_id', 'result.problem_id']);
  const day = sql<number>`first_at / ${sql.lit(DAY)}`;
  const rows = await reader
    .selectFrom(firsts.as('firsts'))
    .select(({ fn }) => [day.as('day'), fn.countAll<number>().as('distinct_count')])
    .groupBy(day)
    .execute();
  return rows.map((row) => ({ day: Number(row.day), distinct: Number(row.distinct_count) }));
}
