import { type Expression, type RawBuilder, sql } from 'kysely';
import type { ArenaQueries } from '../../arena/race.ts';
import { literalInLike } from '../hotkeys/like-pattern.ts';
import { ListOrder, type SortPart } from '../paging/list-order.ts';
import { publishedRaceScores } from '../races/published-race-scores.ts';
import type { LeaderboardQuery } from '../wire/leaderboard-wire.ts';
import { categoryResults } from './category-results.ts';

export type Ranking = Pick<
  LeaderboardQuery,
  'score_type' | 'q' | 'sort' | 'order' | 'model' | 'category' | 'hotkey' | 'agency'
> & { readonly suiteId: number };

type Sort = NonNullable<LeaderboardQuery['sort']>;

interface RankedRow {
  readonly removed: number;
  readonly sorted_by: number | string | null;
  readonly submitted_at: number;
  readonly agent_version_id: string;
}

/** Sort columns with their default direction. */
const SORTS: Readonly<Record<Sort, SortPart>> = {
  rank: { kind: 'number', direction: 'desc' },
  score: { kind: 'number', direction: 'desc' },
  race_score: { kind: 'number', direction: 'desc' },
  solved: { kind: 'number', direction: 'desc' },
  category: { kind: 'number', direction: 'desc' },
  submitted: { kind: 'moment', direction: 'desc' },
  agent: { kind: 'text', direction: 'asc' },
  contestant: { kind: 'text', direction: 'asc' },
  model: { kind: 'text', direction: 'asc' },
  agency: { kind: 'number', direction: 'desc' },
};

/** Does not use the rank as the sort key, because it changes with every version that is scored. */
export function rankingOrder(ranking: Pick<Ranking, 'score_type' | 'sort' | 'order' | 'category'>) {
  const { score_type, category = '' } = ranking;
  const { sort, kind, direction } = sortOf(ranking);
  return new ListOrder<RankedRow>(
    // The default order keeps its original name, so that cursors stay valid across server versions.
    sort === 'rank' && direction === 'desc'
      ? `leaderboard ${score_type}`
      : `leaderboard ${score_type} ${sort} ${direction} ${category}`,
    [
      { kind: 'integer', direction: 'asc' },
      { kind, direction },
      { kind: 'moment', direction: 'asc' },
      { kind: 'text', direction: 'asc' },
    ],
    ({ removed, sorted_by, submitted_at, agent_version_id }) => [removed, sorted_by!, submitted_at, agent_version_id],
  );
}

function sortOf({ sort = 'rank', order }: Pick<Ranking, 'sort' | 'order'>) {
  const { kind, direction } = SORTS[sort];
  // Rank 1 is the highest score, so ascending rank is descending score.
  const wanted = sort === 'rank' ? order && (order === 'asc' ? 'desc' : 'asc') : order;
  return { sort, kind, direction: wanted ?? direction };
}

export const RANKING_COLUMNS = ['removed', 'sorted_by', 'submitted_at', 'agent_version_id'].map((column) =>
  sql.ref(`ranked.${column}`),
);

/**
 * The ranking of a suite with every version's rank, filtered afterwards by the search. Removed versions stay in the
 * list for the record, but after all others, so that they do not take a rank from any other version.
 */
export function rankedEntries(reader: ArenaQueries, ranking: Ranking) {
  const { direction } = sortOf(ranking);
  const whole = scoredEntries(reader, ranking)
    // Not in `scoredEntries`: this join reads every result of the category, and does not change what is counted.
    .leftJoin(
      categoryResults(reader, ranking.suiteId, ranking.category).as('in_category'),
      'in_category.agent_version_id',
      'entries.agent_version_id',
    )
    .select(['entries.agent_version_id', 'agents.name as agent_name', 'version.hotkey', 'raced.race_score'])
    .select(['profiles.name as miner_name', 'in_category.solved', 'in_category.attempts'])
    .select([REMOVED_LAST.as('removed'), sortColumn(ranking).as('sorted_by'), 'version.submitted_at'])
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
    .select(['agent_version_id', 'hotkey', 'miner_name', 'race_score', 'rank', 'rank_without_judge'])
    .select(['removed', 'sorted_by', 'submitted_at', 'solved', 'attempts'])
    .where(({ ref }) =>
      matches(ranking, {
        id: ref('ranked.agent_version_id'),
        agent: ref('ranked.agent_name'),
        hotkey: ref('ranked.hotkey'),
        name: ref('ranked.miner_name'),
      }),
    )
    .orderBy('removed')
    .orderBy('sorted_by', direction)
    .orderBy('submitted_at')
    .orderBy('agent_version_id');
}

/** The number of matching versions, and the number of contestants in the whole ranking. */
export async function countEntries(
  reader: ArenaQueries,
  ranking: Ranking,
): Promise<{ readonly total: number; readonly miners: number }> {
  return await scoredEntries(reader, ranking)
    .select(({ fn, ref }) => [
      fn
        .countAll<number>()
        .filterWhere(() =>
          matches(ranking, {
            id: ref('entries.agent_version_id'),
            agent: ref('agents.name'),
            hotkey: ref('version.hotkey'),
            name: ref('profiles.name'),
          }),
        )
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
    .leftJoin('profiles', 'profiles.hotkey', 'version.hotkey')
    .leftJoin(publishedRaceScores(reader).as('raced'), 'raced.agent_version_id', 'entries.agent_version_id')
    .where('entries.suite_id', '=', ranking.suiteId)
    .where('entries.final_score', 'is not', null)
    .where(scoreColumn(ranking), 'is not', null);
}

function scoreColumn({ score_type }: Ranking): 'raced.race_score' | 'entries.final_score' {
  return score_type === 'race' ? 'raced.race_score' : 'entries.final_score';
}

/** Never null, because a cursor contains it; missing values sort below the lowest value. */
function sortColumn(ranking: Ranking): RawBuilder<number | string | null> {
  const columns: Readonly<Record<Sort, RawBuilder<number | string | null>>> = {
    rank: sql`${sql.ref(scoreColumn(ranking))}`,
    score: sql`entries.final_score`,
    race_score: sql`coalesce(raced.race_score, -1)`,
    solved: sql`coalesce(entries.success_rate, -1)`,
    category: sql`coalesce(cast(in_category.solved as double precision) / in_category.attempts, -1)`,
    submitted: sql`version.submitted_at`,
    agent: sql`lower(agents.name)`,
    contestant: sql`lower(coalesce(profiles.name, version.hotkey))`,
    model: sql`coalesce((select min(model) from version_models where version_models.agent_version_id = entries.agent_version_id), '')`,
    // Computed from reports, so the caller fills it in.
    agency: sql`0`,
  };
  return columns[sortOf(ranking).sort];
}

const REMOVED_LAST = sql<number>`case when entries.discarded_at is not null or bans.hotkey is not null or version.cancelled_at is not null then 1 else 0 end`;

interface Searched {
  readonly id: Expression<string>;
  readonly agent: Expression<string>;
  readonly hotkey: Expression<string>;
  readonly name: Expression<string | null>;
}

/** Names and addresses are ASCII, which both engines lower-case in the same way. */
function matches({ q = '', hotkey, model }: Ranking, of: Searched) {
  const wanted = q.trim();
  const text = literalInLike(wanted.replaceAll(/[A-Z]/g, (letter) => letter.toLowerCase()));
  const conditions = [
    wanted !== '' &&
      sql<boolean>`(lower(${of.agent}) like ${`%${text}%`} escape '\\' or lower(${of.hotkey}) like ${`${text}%`} escape '\\' or lower(coalesce(${of.name}, '')) like ${`%${text}%`} escape '\\')`,
    hotkey !== undefined && sql<boolean>`${of.hotkey} = ${hotkey}`,
    model !== undefined &&
      sql<boolean>`exists (select 1 from version_models where version_models.agent_version_id = ${of.id} and version_models.model = ${model})`,
  ].filter((condition) => condition !== false);
  return conditions.length === 0 ? sql<boolean>`1 = 1` : sql<boolean>`(${sql.join(conditions, sql` and `)})`;
}
