import type { FollowCounts } from '../../agency/follow.ts';
import { finalScore } from '../../verdict/aggregate.ts';
import type { AgencyReportWire, RunCompletion } from '../wire.ts';

type Count = readonly [followed: number, of: number];

export function counts(search: Count, view: Count, recommend: Count): FollowCounts {
  const count = ([followed, of]: Count) => ({ followed, of });
  return { search: count(search), view: count(view), recommend: count(recommend) };
}

export function sampleReport(decisions: FollowCounts, attempts = 2): AgencyReportWire {
  return {
    probe_attempts: attempts,
    scored_attempts: 14,
    decisions,
    told: { search: 0.25, recommendation: 0, request_shown: 1 },
    unsaid: { searches: 0, recommendations: 0 },
    receipt_hashes: Array.from({ length: attempts }, (_, index) => `${index}`.repeat(64)),
  };
}

/** Completion by a validator for a run with this many problems solved. */
export function solved(successful: number, problems: number): RunCompletion {
  const success_rate = successful / problems;
  return {
    terminal_status: 'SUCCESS',
    validator_score: finalScore(success_rate, 1),
    score_components: {
      success_rate,
      total_problems: problems,
      successful_problems: successful,
      reasoning_quality: 0.9,
      reasoning_coefficient: 1,
    },
  };
}
