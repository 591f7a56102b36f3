import { type Expression, sql } from 'kysely';
import type { ArenaQueries } from '../../arena/race.ts';
import { literalInLike } from '../hotkeys/like-pattern.ts';
import { ListOrder } from '../paging/list-order.ts';
import { publishedRaceScores } from '../races/published-race-scores.ts';
import type { LeaderboardQuery } from '../wire/leaderboard-wire.ts';

export type Ranking = Pick<LeaderboardQuery, 'score_type' | 'q'> & { readonly suiteId: number };

interface RankedRow {
  readonly removed: number;
  readonly ranked_by: number | null;
  readonly submitted_at: number;
  readonly agent_version_id: string;
}

/** Not by the rank itself, which moves with every version that is scored. */
export function rankingOrder({ score_type }: Pick<Ranking, 'score_type'>): ListOrder<RankedRow> {
  return new ListOrder(
    `leaderboard ${score_type}`,
    [
      { kind: 'integer', direction: 'asc' },
      { kind: 'number', direction: 'desc' },
      { kind: 'moment', direction: 'asc' },
      { kind: 'text', direction: 'asc' },
    ],
    ({ removed, ranked_by, submitted_at, agent_version_id }) => [removed, ranked_by!, submitted_at, agent_version_id],
  );
}

export const RANKING_COLUMNS = ['removed', 'ranked_by', 'submitted_at', 'agent_version_id'].map((column) =>
  sql.ref(`ranked.${column}`),
);

/**
 * The ranking of a suite with everybody's place in it, narrowed afterwards to what was searched for. Whoever was removed
 * stays in the list, for the record, but after all others, so that they take no place away from anybody.
 */
export function rankedEntries(reader: ArenaQueries, ranking: Ranking) {
  const whole = scoredEntries(reader, ranking)
    .select(['entries.agent_version_id', 'agents.name as agent_name', 'version.hotkey', 'raced.race_score'])
    .select(({ ref }) => [
      REMOVED_LAST.as('removed'),
      ref(scoreColumn(ranking)).as('ranked_by'),
      'version.submitted_at',
    ])
    .select(({ fn, ref }) => [
      fn
        .agg<number>('row_number')
        .over((over) =>
          over
            .orderBy(REMOVED_LAST)
            .orderBy(scoreColumn(ranking), 'desc')
            .orderBy('version.submitted_at')
            .orderBy('entries.agent_version_id'),
        )
        .as('rank'),
      fn
        .agg<number>('row_number')
        .over((over) =>
          over
            .orderBy(REMOVED_LAST)
            .orderBy(sql`coalesce(${ref('entries.success_rate')}, -1)`, 'desc')
            .orderBy('version.submitted_at')
            .orderBy('entries.agent_version_id'),
        )
        .as('rank_without_judge'),
    ]);
  return reader
    .selectFrom(whole.as('ranked'))
    .select(['agent_version_id', 'hotkey', 'race_score', 'rank', 'rank_without_judge'])
    .select(['removed', 'ranked_by', 'submitted_at'])
    .where(({ ref }) => matches(ranking, ref('ranked.agent_name'), ref('ranked.hotkey')))
    .orderBy('rank');
}

/** How many there are that were searched for, and how many contestants in the whole ranking. */
export async function countEntries(
  reader: ArenaQueries,
  ranking: Ranking,
): Promise<{ readonly total: number; readonly miners: number }> {
  return await scoredEntries(reader, ranking)
    .select(({ fn, ref }) => [
      fn
        .countAll<number>()
        .filterWhere(() => matches(ranking, ref('agents.name'), ref('version.hotkey')))
        .as('total'),
      fn.count<number>('version.hotkey').distinct().as('miners'),
    ])
    .executeTakeFirstOrThrow();
}

function scoredEntries(reader: ArenaQueries, ranking: Ranking) {
  return reader
    .selectFrom('entries')
    .innerJoin('agent_versions as version', 'version.agent_version_id', 'entries.agent_version_id')
    .innerJoin('agents', 'agents.agent_id', 'version.agent_id')
    .leftJoin('bans', (join) => join.onRef('bans.hotkey', '=', 'version.hotkey').on('bans.role', '=', 'miner'))
    .leftJoin(publishedRaceScores(reader).as('raced'), 'raced.agent_version_id', 'entries.agent_version_id')
    .where('entries.suite_id', '=', ranking.suiteId)
    .where('entries.final_score', 'is not', null)
    .where(scoreColumn(ranking), 'is not', null);
}

function scoreColumn({ score_type }: Ranking): 'raced.race_score' | 'entries.final_score' {
  return score_type === 'race' ? 'raced.race_score' : 'entries.final_score';
}

const REMOVED_LAST = sql<number>`case when entries.discarded_at is not null or bans.hotkey is not null or version.cancelled_at is not null then 1 else 0 end`;

/** Names and addresses are ASCII, and both engines lower those alike. */
function matches({ q = '' }: Ranking, name: Expression<string>, hotkey: Expression<string>) {
  const wanted = q.trim();
  if (wanted === '') return sql<boolean>`1 = 1`;
  const text = literalInLike(wanted.replaceAll(/[A-Z]/g, (letter) => letter.toLowerCase()));
  return sql<boolean>`(lower(${name}) like ${`%${text}%`} escape '\\' or lower(${hotkey}) like ${`${text}%`} escape '\\')`;
}
