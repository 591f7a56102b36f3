import type { CompetitionState } from '../races/competition-state.ts';
import type { VersionPhase } from '../wire/version-wire.ts';
import type { VersionSummary } from './version-summaries.ts';

/** The state of a version as a single value. Removal from the competition outranks any achievement. */
export function versionPhase(
  { version, entry, state, isBanned, suiteId }: VersionSummary,
  contest: Pick<CompetitionState, 'top' | 'suiteId' | 'threshold' | 'qualifications' | 'racing'>,
): VersionPhase {
  const { agent_version_id } = version;
  if (state === 'CANCELLED' || state === 'DISCARDED') return state;
  if (isBanned) return 'BANNED';
  if (contest.top?.agentVersionId === agent_version_id) return 'TOP';
  if (contest.racing.has(agent_version_id)) return 'RACING';
  if (entry?.eliminated_at != null) return 'ELIMINATED';
  if (state !== 'ELIGIBLE') return 'EVALUATION';
  if (suiteId !== contest.suiteId) return 'RETIRED';
  const qualification = contest.qualifications.get(agent_version_id);
  if (qualification !== undefined) return qualification.racing ? 'QUALIFIED' : 'OUTRANKED';
  // Above the threshold, but scored after the close of the current window.
  return entry?.final_score != null && entry.final_score >= (contest.threshold ?? 0) ? 'QUALIFIED' : 'BELOW_THRESHOLD';
}
