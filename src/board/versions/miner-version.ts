import { pinDisabledReason } from '../../arena/race.ts';
import type { CompetitionState } from '../races/competition-state.ts';
import type { MinerVersionWire } from '../wire/miner-wire.ts';
import { toTimestamp, toTimestampOrNull } from '../wire/timestamp.ts';
import { versionPhase } from './version-phase.ts';
import type { VersionSummary } from './version-summaries.ts';

/** A version as shown in its owner's list. */
export function minerVersion(
  sheet: VersionSummary,
  contest: CompetitionState,
  pinnedId: string | undefined,
): MinerVersionWire {
  const { version, entry, state } = sheet;
  const obstacle = pinObstacle(sheet, contest);
  const isPinned = version.agent_version_id === pinnedId;
  return {
    agent_version_id: version.agent_version_id,
    version_number: version.version_number,
    submitted_at: toTimestamp(version.submitted_at),
    state,
    phase: versionPhase(sheet, contest),
    eliminated_at: toTimestampOrNull(entry?.eliminated_at ?? null),
    eliminated_in_race_number: null,
    final_score: entry?.final_score ?? null,
    is_flagged: version.is_flagged,
    is_selected_for_race: isPinned,
    selection_fallback_reason: isPinned ? obstacle : null,
    is_pinnable: obstacle === null,
    pin_disabled_reason: obstacle,
  };
}

/** The reason for which pinning this version would be refused. */
function pinObstacle({ version, entry, suiteId }: VersionSummary, { suiteId: counts, threshold }: CompetitionState) {
  return pinDisabledReason(
    {
      finalScore: suiteId === counts ? (entry?.final_score ?? null) : null,
      discarded: entry?.discarded_at != null,
      eliminated: entry?.eliminated_at != null,
      cancelled: version.cancelled_at !== null,
    },
    threshold ?? 0,
  );
}
