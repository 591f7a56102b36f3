import { readAgency } from '../../arena/agency.ts';
import type { Arena } from '../../arena/arena.ts';
import type { ArenaQueries } from '../../arena/race.ts';
import { scoreAgency } from '../agency/score-agency.ts';
import { readContest } from '../races/contest.ts';
import { findSuite } from '../suites/find-suite.ts';
import { twinComparison } from '../twins/twin-comparison.ts';
import { readVersionSheets } from '../versions/version-sheets.ts';
import type { LeaderboardQuery, LeaderboardWire } from '../wire/leaderboard-wire.ts';
import { moment, momentOrNull } from '../wire/moment.ts';
import { NOT_POOLED } from '../wire/pooled-window.ts';
import { raceIntervals } from './leaderboard-race-intervals.ts';
import { countEntries, RANKING_COLUMNS, rankedEntries, rankingOrder } from './ranked-entries.ts';
import { readReigns } from './reigns.ts';
import { entryInterval } from './score-interval.ts';

const DAY = 86_400_000;

export async function leaderboard(arena: Arena, query: LeaderboardQuery): Promise<LeaderboardWire> {
  const { limit, offset, cursor } = query;
  return await arena.database.withSnapshot(async (reader) => {
    const suite = await findSuite(reader, query.suite_id);
    const ranking = { ...query, suiteId: suite.suite_id };
    const { total, miners } = await countEntries(reader, ranking);
    const order = rankingOrder(ranking);
    const found = await rankedEntries(reader, ranking)
      .where(order.after(RANKING_COLUMNS, cursor))
      .limit(limit + 1)
      .offset(offset)
      .execute();
    const { rows, next } = order.page(found, limit);
    const ids = rows.map(({ agent_version_id }) => agent_version_id);
    const sheets = await readVersionSheets(reader, ids, suite.suite_id);
    const reigns = await readReigns(reader, ids);
    const raced = await raceIntervals(
      reader,
      rows.flatMap((row) => (row.race_score === null ? [] : [row.agent_version_id])),
    );
    const agency = await readAgency(reader, ids, 'QUALIFYING');
    const contest = await readContest(reader, arena, [...new Set(rows.map(({ hotkey }) => hotkey))]);
    return {
      total,
      limit,
      offset,
      next_cursor: next,
      suite,
      entries: rows.map(({ agent_version_id, rank, rank_without_judge, race_score }) => {
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
          eligible_at: momentOrNull(entry!.eligible_at),
          is_discarded: entry!.discarded_at !== null,
          is_miner_banned: isBanned,
          is_cancelled: version.cancelled_at !== null,
          is_current_top: contest.top?.agentVersionId === agent_version_id,
          was_top: reign?.wasTop ?? false,
          top_at: momentOrNull(reign?.topAt ?? null),
          is_active_qualifier: qualification?.racing ?? false,
          outranked_by_agent_version_id: qualification?.outrankedBy ?? null,
          eliminated_at: momentOrNull(entry!.eliminated_at),
          ...NOT_POOLED,
          submitted_at: moment(version.submitted_at),
          score_interval: entryInterval(tally.included, entry),
          race_score_interval: raced.get(agent_version_id) ?? null,
          runs: tally.included.length,
          success_rate: entry!.success_rate,
          reasoning_coefficient: entry!.reasoning_coefficient,
          rank_without_judge,
          twins: twinComparison(entry),
          agency: scoreAgency(entry!.final_score, entry, agency.get(agent_version_id), arena.policy.agency),
        };
      }),
      unique_miners: miners,
      agents_submitted_24h: await submittedSince(reader, arena.now() - DAY),
      challenge_threshold: contest.top?.challengeThreshold ?? null,
    };
  });
}

async function submittedSince(reader: ArenaQueries, since: number): Promise<number> {
  const { count } = await reader
    .selectFrom('agent_versions')
    .select(({ fn }) => fn.countAll<number>().as('count'))
    .where('submitted_at', '>', since)
    .executeTakeFirstOrThrow();
  return count;
}
