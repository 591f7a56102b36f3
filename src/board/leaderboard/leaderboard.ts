import { agencyLabel } from '../../agency/who-decides.ts';
import { readAgency, type VersionAgency } from '../../arena/agency.ts';
import type { Arena } from '../../arena/arena.ts';
import type { ArenaQueries } from '../../arena/race.ts';
import { scoreAgency } from '../agency/score-agency.ts';
import { readCompetitionState } from '../races/competition-state.ts';
import { findSuite } from '../suites/find-suite.ts';
import { twinComparison } from '../twins/twin-comparison.ts';
import { readVersionSummaries } from '../versions/version-summaries.ts';
import type { LeaderboardQuery, LeaderboardWire } from '../wire/leaderboard-wire.ts';
import { NOT_POOLED } from '../wire/pooled-window.ts';
import { toTimestamp, toTimestampOrNull } from '../wire/timestamp.ts';
import { readChampionHistory } from './champion-history.ts';
import { raceIntervals } from './leaderboard-race-intervals.ts';
import { countEntries, RANKING_COLUMNS, type Ranking, rankedEntries, rankingOrder } from './ranked-entries.ts';
import { entryInterval } from './score-interval.ts';

const DAY = 86_400_000;

export async function leaderboard(arena: Arena, query: LeaderboardQuery): Promise<LeaderboardWire> {
  const { limit, offset } = query;
  return await arena.database.withSnapshot(async (reader) => {
    const suite = await findSuite(reader, query.suite_id);
    const { total, miners, rows, next } = await readPage(reader, { ...query, suiteId: suite.suite_id });
    const ids = rows.map(({ agent_version_id }) => agent_version_id);
    const sheets = await readVersionSummaries(reader, ids, suite.suite_id);
    const reigns = await readChampionHistory(reader, ids);
    const raced = await raceIntervals(
      reader,
      rows.flatMap((row) => (row.race_score === null ? [] : [row.agent_version_id])),
    );
    const agency = await readAgency(reader, ids, 'QUALIFYING');
    const models = await modelsOf(reader, ids);
    const contest = await readCompetitionState(reader, arena, [...new Set(rows.map(({ hotkey }) => hotkey))]);
    return {
      total,
      limit,
      offset,
      next_cursor: next,
      suite,
      entries: rows.map((row) => {
        const { agent_version_id, rank, rank_without_judge, race_score, solved, attempts } = row;
        const { version, entry, isBanned, tally } = sheets.get(agent_version_id)!;
        const isCurrent = suite.suite_id === contest.suiteId;
        const qualification = isCurrent ? contest.qualifications.get(agent_version_id) : undefined;
        const reign = reigns.get(agent_version_id);
        return {
          rank,
          agent_version_id,
          agent_name: version.agent_name,
          miner_hotkey: version.hotkey,
          version_number: version.version_number,
          final_score: entry!.final_score!,
          race_score,
          eligible_at: toTimestampOrNull(entry!.eligible_at),
          is_discarded: entry!.discarded_at !== null,
          is_miner_banned: isBanned,
          is_cancelled: version.cancelled_at !== null,
          is_current_top: contest.top?.agentVersionId === agent_version_id,
          was_top: reign?.wasTop ?? false,
          top_at: toTimestampOrNull(reign?.topAt ?? null),
          is_active_qualifier: qualification?.racing ?? false,
          outranked_by_agent_version_id: qualification?.outrankedBy ?? null,
          eliminated_at: toTimestampOrNull(entry!.eliminated_at),
          ...NOT_POOLED,
          submitted_at: toTimestamp(version.submitted_at),
          score_interval: entryInterval(tally.included, entry),
          race_score_interval: raced.get(agent_version_id) ?? null,
          runs: tally.included.length,
          success_rate: entry!.success_rate,
          reasoning_coefficient: entry!.reasoning_coefficient,
          rank_without_judge,
          twins: twinComparison(entry),
          agency: scoreAgency(entry!.final_score, entry, agency.get(agent_version_id), arena.policy.agency),
          miner_name: row.miner_name,
          agency_label: labelIn(agency, agent_version_id),
          models: models.get(agent_version_id) ?? [],
          category: solved === null || attempts === null ? null : { solved, attempts },
        };
      }),
      models: await modelsOnBoard(reader, suite.suite_id),
      unique_miners: miners,
      agents_submitted_24h: await submittedSince(reader, arena.now() - DAY),
      challenge_threshold: contest.top?.challengeThreshold ?? null,
    };
  });
}

type Paged = Ranking & Pick<LeaderboardQuery, 'limit' | 'offset' | 'cursor'>;

async function readPage(reader: ArenaQueries, ranking: Paged) {
  const { limit, offset, cursor, agency, sort } = ranking;
  const order = rankingOrder(ranking);
  const { total, miners } = await countEntries(reader, ranking);
  if (agency === undefined && sort !== 'agency') {
    const found = await rankedEntries(reader, ranking)
      .where(order.after(RANKING_COLUMNS, cursor))
      .limit(limit + 1)
      .offset(offset)
      .execute();
    return { total, miners, ...order.page(found, limit) };
  }
  // The agency label is computed from reports and not stored in a column, so the list is filtered and sorted here: a database may compare names by the rules of a language, and cursors are compared by ours.
  const all = await rankedEntries(reader, ranking).execute();
  const labels = await readLabels(
    reader,
    all.map(({ agent_version_id }) => agent_version_id),
  );
  const wanted = order.sorted(
    all.flatMap((row) => {
      const label = labels(row.agent_version_id);
      if (agency !== undefined && label !== agency) return [];
      return [sort === 'agency' ? { ...row, sorted_by: SHARE_OF_MODEL[label] } : row];
    }),
  );
  const page = order.rowsAfter(wanted, cursor).slice(offset, offset + limit + 1);
  return { total: wanted.length, miners, ...order.page(page, limit) };
}

/** Order of the labels: the more the model decides, the higher. */
const SHARE_OF_MODEL: Readonly<Record<AgencyLabel, number>> = { agentic: 3, mixed: 2, scripted: 1, unknown: 0 };

/** Below the maximum number of parameters of a statement. */
const MOST_IDS_AT_ONCE = 10_000;

async function readLabels(reader: ArenaQueries, ids: readonly string[]): Promise<(id: string) => AgencyLabel> {
  const known = new Map<string, VersionAgency>();
  for (let first = 0; first < ids.length; first += MOST_IDS_AT_ONCE) {
    const some = await readAgency(reader, ids.slice(first, first + MOST_IDS_AT_ONCE), 'QUALIFYING');
    for (const [id, agency] of some) known.set(id, agency);
  }
  return (id) => labelIn(known, id);
}

type AgencyLabel = ReturnType<typeof agencyLabel>;

function labelIn(known: ReadonlyMap<string, VersionAgency>, agentVersionId: string): AgencyLabel {
  const agency = known.get(agentVersionId);
  return agency === undefined ? 'unknown' : agencyLabel(agency.deciders);
}

async function modelsOf(reader: ArenaQueries, ids: readonly string[]): Promise<ReadonlyMap<string, string[]>> {
  if (ids.length === 0) return new Map();
  const rows = await reader
    .selectFrom('version_models')
    .selectAll()
    .where('agent_version_id', 'in', ids)
    .orderBy('model')
    .execute();
  const byVersion = Map.groupBy(rows, ({ agent_version_id }) => agent_version_id);
  return new Map(Array.from(byVersion, ([id, own]) => [id, own.map(({ model }) => model)]));
}

const MOST_MODELS = 100;

async function modelsOnBoard(reader: ArenaQueries, suiteId: number): Promise<string[]> {
  const rows = await reader
    .selectFrom('version_models')
    .innerJoin('entries', 'entries.agent_version_id', 'version_models.agent_version_id')
    .select('model')
    .distinct()
    .where('entries.suite_id', '=', suiteId)
    .where('entries.final_score', 'is not', null)
    .orderBy('model')
    .limit(MOST_MODELS)
    .execute();
  return rows.map(({ model }) => model);
}

async function submittedSince(reader: ArenaQueries, since: number): Promise<number> {
  const { count } = await reader
    .selectFrom('agent_versions')
    .select(({ fn }) => fn.countAll<number>().as('count'))
    .where('submitted_at', '>', since)
    .executeTakeFirstOrThrow();
  return count;
}
