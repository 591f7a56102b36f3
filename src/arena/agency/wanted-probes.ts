import { type FollowCounts, forEachDecision } from '../../agency/follow.ts';
import type { Arena } from '../arena.ts';
import type { AgencyPolicy } from './agency-policy.ts';
import { readAgencyOf } from './read-agency.ts';
import { type Observer, observationsIn, type VersionAgency } from './version-agency.ts';

/** The probe attempts that a run of a version should have, and the observations from earlier runs. */
export interface WantedProbes {
  readonly attempts: number;
  readonly observed: FollowCounts;
  /** The same counts for each validator separately. */
  readonly by_validator: FollowCounts[];
}

export async function wantedProbes(arena: Arena, agentVersionId: string): Promise<WantedProbes> {
  const agency = await readAgencyOf(arena.database.reader, agentVersionId);
  const observed = forEachDecision((decision) => {
    const { followed, of } = agency.rates[decision];
    return { followed, of };
  });
  const by_validator = agency.observers.map(({ counts }) => counts);
  return { attempts: probesWanted(agency, arena.policy.agency), observed, by_validator };
}

/**
 * How many probe attempts the next run should have. Products are opened far more often than recommended, so the total
 * is not enough: searches and recommendations must be observed too. A program that never calls a model gives no
 * observations however often it is probed, so attempts count as well. A single validator can never supply enough, or it
 * could end the probes of a version that it favours.
 */
export function probesWanted(
  { rates, observers }: Pick<VersionAgency, 'rates' | 'observers'>,
  { probesPerRun, enoughObservations }: Pick<AgencyPolicy, 'probesPerRun' | 'enoughObservations'>,
): number {
  const most = Math.ceil(enoughObservations / 2);
  const sum = (of: (observer: Observer) => number) =>
    observers.reduce((total, observer) => total + Math.min(of(observer), most), 0);
  const isObserved =
    sum(({ counts }) => observationsIn(counts)) >= enoughObservations && rates.search.of > 1 && rates.recommend.of > 1;
  return isObserved || sum(({ probeAttempts }) => probeAttempts) >= enoughObservations ? 0 : probesPerRun;
}
