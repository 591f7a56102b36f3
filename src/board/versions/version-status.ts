import { readAgencyOf } from '../../arena/agency.ts';
import type { Arena } from '../../arena/arena.ts';
import { withdrawnAt } from '../../arena/corpus.ts';
import { queuePlace } from '../../arena/queue.ts';
import type { ArenaQueries } from '../../arena/race.ts';
import { agencyToWire, scoreAgency } from '../agency/score-agency.ts';
import { entryInterval } from '../leaderboard/score-interval.ts';
import { type Contest, readContest } from '../races/contest.ts';
import { publishedRaceScoresOf } from '../races/published-race-scores.ts';
import { twinComparison } from '../twins/twin-comparison.ts';
import { moment, momentOrNull } from '../wire/moment.ts';
import { NOT_POOLED } from '../wire/pooled-window.ts';
import type { VersionStatusWire } from '../wire/version-wire.ts';
import { findVersionSheet } from './find-version.ts';
import { versionCost } from './version-cost.ts';
import { versionExcuses } from './version-excuses.ts';
import { versionPhase } from './version-phase.ts';
import type { VersionSheet } from './version-sheets.ts';

/** How a version is doing, for everybody. */
export async function versionStatus(arena: Arena, agentVersionId: string): Promise<VersionStatusWire> {
  return await arena.database.withSnapshot(async (reader) => {
    const sheet = await findVersionSheet(reader, agentVersionId);
    return await readVersionStatus(reader, arena, sheet);
  });
}

export async function readVersionStatus(
  reader: ArenaQueries,
  arena: Pick<Arena, 'now' | 'policy'>,
  sheet: VersionSheet,
): Promise<VersionStatusWire> {
  const { version, entry, item, tally } = sheet;
  const { agent_version_id } = version;
  const contest = await readContest(reader, arena, [version.hotkey]);
  const qualification = contest.qualifications.get(agent_version_id);
  const agency = await readAgencyOf(reader, agent_version_id, 'QUALIFYING');
  return {
    agent_version_id,
    agent_id: version.agent_id,
    agent_name: version.agent_name,
    miner_hotkey: version.hotkey,
    version_number: version.version_number,
    submitted_at: moment(version.submitted_at),
    state: sheet.state,
    phase: versionPhase(sheet, contest),
    eliminated_at: momentOrNull(entry?.eliminated_at ?? null),
    // Elimination is an operator's act here, and no race's.
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
    code_available_at: momentOrNull(version.release_at),
    licence: version.licence,
    corpus_withdrawn_at: momentOrNull(await withdrawnAt(reader, agent_version_id)),
    per_validator_success_scores: scoresByValidator(sheet),
    is_active_qualifier: qualification?.racing ?? false,
    outranked_by_agent_version_id: qualification?.outrankedBy ?? null,
    qualifying_threshold: thresholdFor(sheet, contest),
    ...NOT_POOLED,
    removal_reason: entry?.discard_reason ?? version.cancel_reason ?? entry?.eliminate_reason ?? null,
    queue: await queuePlace(reader, agent_version_id, arena.now()),
    cost: await versionCost(reader, agent_version_id, 'everybody'),
    twins: twinComparison(entry),
    excuses: await versionExcuses(reader, agent_version_id, arena.policy.excuses.share),
    agency: agencyToWire(agency, scoreAgency(entry?.final_score ?? null, entry, agency, arena.policy.agency)),
  };
}

/** Not before enough have run it: a validator that sees what others found could send the same. */
function scoresByValidator({ tally, item }: VersionSheet): Record<string, number> | null {
  if (item?.closed_at === null) return null;
  const scored = tally.included.filter(({ score }) => score !== null);
  return scored.length === 0
    ? null
    : Object.fromEntries(scored.map(({ validator_hotkey, score }) => [validator_hotkey, score!]));
}

function thresholdFor({ suiteId }: VersionSheet, contest: Contest): number | null {
  return suiteId === contest.suiteId ? contest.threshold : null;
}
