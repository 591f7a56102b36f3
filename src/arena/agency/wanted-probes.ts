import { type FollowCounts, forEachDecision } from '../../agency/follow.ts';
import type { Arena } from '../arena.ts';
import type { AgencyPolicy } from './agency-policy.ts';
import { readAgencyOf } from './read-agency.ts';
import { observationsIn, type VersionAgency } from './version-agency.ts';

/** The probe attempts that a run of a version should have, and what is known of the version from earlier ones. */
export interface WantedProbes {
  readonly attempts: number;
  readonly observed: FollowCounts;
}

export async function wantedProbes(arena: Arena, agentVersionId: string): Promise<WantedProbes> {
  const agency = await readAgencyOf(arena.database.reader, agentVersionId);
  const observed = forEachDecision((decision) => {
    const { followed, of } = agency.rates[decision];
    return { followed, of };
  });
  return { attempts: probesWanted(agency, arena.policy.agency), observed };
}

/**
 * How many probe attempts the next run should have. Products are opened far more often than recommended, so that many
 * observations are not enough without some of what matters most. A program that never asks a model gives none however
 * often it is probed, so attempts count as well.
 */
export function probesWanted(
  { rates, probeAttempts }: Pick<VersionAgency, 'rates' | 'probeAttempts'>,
  { probesPerRun, enoughObservations }: Pick<AgencyPolicy, 'probesPerRun' | 'enoughObservations'>,
): number {
  const isObserved = observationsIn(rates) >= enoughObservations && rates.search.of > 1 && rates.recommend.of > 1;
  return isObserved || probeAttempts >= enoughObservations ? 0 : probesPerRun;
}
