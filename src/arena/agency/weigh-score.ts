import type { Reader } from '../../store/database.ts';
import type { ArenaTables } from '../tables/arena-tables.ts';
import { agencyFactor, withFactor } from './agency-factor.ts';
import type { AgencyPolicy } from './agency-policy.ts';
import { readAgencyOf } from './read-agency.ts';

/** What a score was multiplied by, as it is kept beside the score; nothing where the policy is off. */
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
 * The final score of a version under the agency policy, by what is known of the version at this moment: what probes find
 * out later changes no score that was given. A version that was not probed keeps its score, without a factor.
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
