import type { Reader } from '../../store/database.ts';
import type { ArenaTables } from '../tables/arena-tables.ts';
import { agencyFactor, withFactor } from './agency-factor.ts';
import type { AgencyPolicy } from './agency-policy.ts';
import { readAgencyOf } from './read-agency.ts';

/** The factor applied to a score, stored next to the score; null if the policy is off. */
export interface ScoreAgency {
  readonly agency_factor: number | null;
  readonly score_without_agency: number | null;
}

export interface WeighedScore {
  readonly score: number;
  readonly agency: ScoreAgency;
}

export const NO_AGENCY: ScoreAgency = { agency_factor: null, score_without_agency: null };

/**
 * The final score of a version under the agency policy, from the observations so far: later probes do not change a
 * score. A version without observations keeps its score, and its factor is null.
 */
export async function weighScore(
  reader: Pick<Reader<ArenaTables>, 'selectFrom'>,
  policy: AgencyPolicy,
  agentVersionId: string,
  score: number,
): Promise<WeighedScore> {
  if (policy.score === 'off') return { score, agency: NO_AGENCY };
  const factor = agencyFactor(await readAgencyOf(reader, agentVersionId), policy);
  return { score: withFactor(score, factor), agency: { agency_factor: factor, score_without_agency: score } };
}
