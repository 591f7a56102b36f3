import { type FollowCounts, forEachDecision, sumCounts } from '../../agency/follow.ts';
import type { Arena } from '../arena.ts';
import type { AgencyPolicy } from './agency-policy.ts';
import { readAgencyOf } from './read-agency.ts';
import { type Observer, observationsIn, type VersionAgency } from './version-agency.ts';

/** The probe attempts that a run of a version should have, and the observations from earlier runs. */
export interface WantedProbes {
  readonly attempts: number;
  readonly observed: FollowCounts;
  /** The same counts for each other validator separately. */
  readonly by_validator: FollowCounts[];
  /** The counts of the validator itself. */
  readonly own: FollowCounts;
}

/** For the validator that holds the run. A claim can be repeated after the run was reported, so other runs count. */
export async function wantedProbes(
  arena: Arena,
  {
    agentVersionId,
    runId,
    hotkey,
  }: { readonly agentVersionId: string; readonly runId: string; readonly hotkey: string },
): Promise<WantedProbes> {
  const agency = await readAgencyOf(arena.database.reader, agentVersionId, 'all phases', runId);
  const observed = forEachDecision((decision) => {
    const { followed, of } = agency.rates[decision];
    return { followed, of };
  });
  const countsBy = (isOwn: boolean) =>
    agency.observers.filter(({ validator }) => (validator === hotkey) === isOwn).map(({ counts }) => counts);
  return {
    attempts: probesWanted(agency, arena.policy.agency),
    observed,
    by_validator: countsBy(false),
    own: sumCounts(countsBy(true)),
  };
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
