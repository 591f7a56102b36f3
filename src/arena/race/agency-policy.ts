import { pythonRound } from '../../statistics/python-round.ts';
import type { RaceResult } from './decide-champion.ts';

/** How much of what an agent does its model decides, from 0 to 1, and what that was found in. */
export interface AgencyFinding {
  readonly agency: number;
  /** `corpus`: attempts of the race that a filter has read. `probes`: changed answers that the arena has counted. */
  readonly source: 'corpus' | 'probes';
  /** How many of them. */
  readonly count: number;
}

/** By version. */
export type AgencyFindings = ReadonlyMap<string, AgencyFinding>;

/** Scores are multiplied by agency to this power: 1 as it is, 2 harder on scripts, 0.5 milder. */
export interface AgencyPolicy {
  readonly exponent: number;
}

/** As many digits as a margin has. */
const DIGITS = 9;

export function agencyFactor({ agency }: AgencyFinding, { exponent }: AgencyPolicy): number {
  return pythonRound(agency ** exponent, DIGITS);
}

export interface ReweighedResults {
  readonly results: readonly RaceResult[];
  /** Finishers whose agency is not known. Their scores are left as they were. */
  readonly unknown: readonly string[];
}

export function reweigh(
  results: readonly RaceResult[],
  agency: AgencyFindings,
  policy: AgencyPolicy,
): ReweighedResults {
  const unknown = results
    .filter(({ agentVersionId, raceScore }) => raceScore !== null && !agency.has(agentVersionId))
    .map(({ agentVersionId }) => agentVersionId);
  const reweighed = results.map((result): RaceResult => {
    const finding = agency.get(result.agentVersionId);
    if (result.raceScore === null || finding === undefined) return result;
    return { ...result, raceScore: pythonRound(result.raceScore * agencyFactor(finding, policy), DIGITS) };
  });
  return { results: reweighed, unknown };
}

interface Rate {
  readonly followed: number;
  readonly of: number;
}

/** How often a program followed its model when its answer was changed, by kind of decision. */
export type FollowRateAnswer = Readonly<Partial<Record<'search' | 'view' | 'recommend', Rate | undefined>>>;

/**
 * One number for the follow rates of a version: their mean over the kinds of decision that were probed. Searches outnumber
 * recommendations, and the sum of all would hide a program that recommends by itself. `undefined` where nothing was probed.
 */
export function agencyOfFollowRates({ search, view, recommend }: FollowRateAnswer): AgencyFinding | undefined {
  const rates = [search, view, recommend].filter((rate) => rate !== undefined && rate.of > 0) as Rate[];
  if (rates.length === 0) return undefined;
  const sum = rates.reduce((all, { followed, of }) => all + Math.min(1, followed / of), 0);
  const count = rates.reduce((all, { of }) => all + of, 0);
  return { agency: pythonRound(sum / rates.length, DIGITS), source: 'probes', count };
}
