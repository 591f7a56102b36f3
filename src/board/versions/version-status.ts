import { readAgencyOf } from '../../arena/agency.ts';
import type { Arena } from '../../arena/arena.ts';
import { withdrawnAt } from '../../arena/corpus.ts';
import { queuePosition } from '../../arena/queue.ts';
import type { ArenaQueries } from '../../arena/race.ts';
import { agencyToWire, scoreAgency } from '../agency/score-agency.ts';
import { entryInterval } from '../leaderboard/score-interval.ts';
import { type CompetitionState, readCompetitionState } from '../races/competition-state.ts';
import { publishedRaceScoresOf } from '../races/published-race-scores.ts';
import { twinComparison } from '../twins/twin-comparison.ts';
import { NOT_POOLED } from '../wire/pooled-window.ts';
import { toTimestamp, toTimestampOrNull } from '../wire/timestamp.ts';
import type { VersionStatusWire } from '../wire/version-wire.ts';
import { findVersionSummary } from './find-version.ts';
import { versionCost } from './version-cost.ts';
import { versionExcuses } from './version-excuses.ts';
import { versionPhase } from './version-phase.ts';
import type { VersionSummary } from './version-summaries.ts';

/** The public status of a version. */
export async function versionStatus(arena: Arena, agentVersionId: string): Promise<VersionStatusWire> {
  return await arena.database.withSnapshot(async (reader) => {
    const sheet = await findVersionSummary(reader, agentVersionId);
    return await readVersionStatus(reader, arena, sheet);
  });
}

export async function readVersionStatus(
  reader: ArenaQueries,
  arena: Pick<Arena, 'now' | 'policy'>,
  sheet: VersionSummary,
): Promise<VersionStatusWire> {
  const { version, entry, item, tally } = sheet;
  const { agent_version_id } = version;
  const contest = await readCompetitionState(reader, arena, [version.hotkey]);
  const qualification = contest.qualifications.get(agent_version_id);
  const agency = await readAgencyOf(reader, agent_version_id, 'QUALIFYING');
  return {
    agent_version_id,
    agent_id: version.agent_id,
    agent_name: version.agent_name,
    miner_hotkey: version.hotkey,
    version_number: version.version_number,
    submitted_at: toTimestamp(version.submitted_at),
    state: sheet.state,
    phase: versionPhase(sheet, contest),
    eliminated_at: toTimestampOrNull(entry?.eliminated_at ?? null),
    // Here an operator eliminates versions, not a race.
    eliminated_in_race_number: null,
    suite_id: sheet.suiteId,
    required_successes: item?.required_successes ?? arena.policy.queue.requiredSuccesses,
    success_count: tally.included.length,
    active_count: tally.active,
    is_closed: item !== null && item.closed_at !== null,
    final_score: entry?.final_score ?? null,
    score_interval: entryInterval(tally.included, entry),
    success_rate: entry?.success_rate ?? null,
    reasoning_coefficient: entry?.reasoning_coefficient ?? null,
    race_score: (await publishedRaceScoresOf(reader, [agent_version_id])).get(agent_version_id) ?? null,
    release_state: version.released_at === null ? 'HIDDEN' : 'RELEASED',
    code_available_at: toTimestampOrNull(version.release_at),
    licence: version.licence,
    corpus_withdrawn_at: toTimestampOrNull(await withdrawnAt(reader, agent_version_id)),
    per_validator_success_scores: scoresByValidator(sheet),
    is_active_qualifier: qualification?.racing ?? false,
    outranked_by_agent_version_id: qualification?.outrankedBy ?? null,
    qualifying_threshold: thresholdFor(sheet, contest),
    ...NOT_POOLED,
    removal_reason: entry?.discard_reason ?? version.cancel_reason ?? entry?.eliminate_reason ?? null,
    queue: await queuePosition(reader, agent_version_id, arena.now()),
    cost: await versionCost(reader, agent_version_id, 'public'),
    twins: twinComparison(entry),
    excuses: await versionExcuses(reader, agent_version_id, arena.policy.excuses.share),
    agency: agencyToWire(agency, scoreAgency(entry?.final_score ?? null, entry, agency, arena.policy.agency)),
  };
}

/** Hidden until enough validators have run it: a validator that sees the others' scores could report the same. */
function scoresByValidator({ tally, item }: VersionSummary): Record<string, number> | null {
  if (item?.closed_at === null) return null;
  const scored = tally.included.filter(({ score }) => score !== null);
  return scored.length === 0
    ? null
    : Object.fromEntries(scored.map(({ validator_hotkey, score }) => [validator_hotkey, score!]));
}

function thresholdFor({ suiteId }: VersionSummary, contest: CompetitionState): number | null {
  return suiteId === contest.suiteId ? contest.threshold : null;
}
