import { forEachDecision } from '../../agency/follow.ts';
import { agencyFactor, type ScoreAgency, type VersionAgency, withFactor } from '../../arena/agency.ts';
import type { Arena } from '../../arena/arena.ts';
import { pythonRound } from '../../statistics/python-round.ts';
import type { ScoreAgencyWire, VersionAgencyWire } from '../wire/agency-wire.ts';

const DIGITS = 4;

type AgencyPolicy = Arena['policy']['agency'];

/**
 * A score with and without the agency policy. If the policy was off when the score was computed, the score with it is
 * estimated from the version's current follow rates.
 */
export function scoreAgency(
  score: number | null,
  kept: ScoreAgency | null,
  agency: VersionAgency | undefined,
  policy: AgencyPolicy,
): ScoreAgencyWire {
  if (kept !== null && kept.score_without_agency !== null) {
    const { agency_factor: factor, score_without_agency: score_without } = kept;
    return { factor, score_with: score, score_without, is_applied: true };
  }
  const factor = agency === undefined ? null : agencyFactor(agency, policy);
  const score_with = score === null ? null : withFactor(score, factor);
  return { factor, score_with, score_without: score, is_applied: false };
}

export function agencyToWire(agency: VersionAgency, score: ScoreAgencyWire): VersionAgencyWire {
  return {
    ...score,
    reports: agency.reports,
    probe_attempts: agency.probeAttempts,
    decisions: forEachDecision((decision) => {
      const { followed, of, interval } = agency.rates[decision];
      const { decides, why } = agency.deciders[decision];
      const [low, high] = [interval.low, interval.high].map((bound) => pythonRound(bound, DIGITS));
      return { followed, of, interval: { low: low!, high: high! }, decides, why };
    }),
    told: {
      search: agency.toldSearch,
      recommendation: agency.toldRecommendation,
      request_shown: agency.requestShown,
    },
    unsaid: { searches: agency.searchesUnsaid, recommendations: agency.recommendationsUnsaid },
    picked: agency.recommendationsPicked,
    shown: { selected: agency.resultsSelected, altered: agency.resultsAltered },
  };
}
