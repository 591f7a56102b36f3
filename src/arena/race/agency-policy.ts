import { mean } from '../../statistics/mean.ts';
import { pythonRound } from '../../statistics/python-round.ts';
import type { RaceResult } from './decide-champion.ts';

/** How much of an agent's behaviour its model decides, from 0 to 1, and the source of that number. */
export interface AgencyFinding {
  readonly agency: number;
  /** `corpus`: attempts of the race, read by a filter. `probes`: changed answers, counted by the arena. */
  readonly source: 'corpus' | 'probes';
  /** Number of those attempts or answers. */
  readonly count: number;
}

/** Findings by version. */
export type AgencyFindings = ReadonlyMap<string, AgencyFinding>;

/** Scores are multiplied by agency to this power: 1 is neutral, 2 penalises scripts more, 0.5 less. */
export interface AgencyPolicy {
  readonly exponent: number;
}

/** As many digits as a margin. */
const DIGITS = 9;

export function agencyFactor({ agency }: AgencyFinding, { exponent }: AgencyPolicy): number {
  return pythonRound(agency ** exponent, DIGITS);
}

export interface ReweighedResults {
  readonly results: readonly RaceResult[];
  /** Finishers whose agency is unknown. Their scores are unchanged. */
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

/** How often a program followed its model's changed answers, by kind of decision. */
export type FollowRateAnswer = Readonly<Partial<Record<'search' | 'view' | 'recommend', Rate | undefined>>>;

/**
 * Combines the follow rates of a version into one number: their mean over the kinds of decision that were probed.
 * Searches outnumber recommendations, so a total would hide a program that makes its recommendations itself.
 * `undefined` if nothing was probed.
 */
export function agencyOfFollowRates({ search, view, recommend }: FollowRateAnswer): AgencyFinding | undefined {
  const rates = [search, view, recommend].filter((rate) => rate !== undefined && rate.of > 0) as Rate[];
  if (rates.length === 0) return undefined;
  const agency = mean(rates.map(({ followed, of }) => Math.min(1, followed / of)));
  const count = rates.reduce((all, { of }) => all + of, 0);
  return { agency: pythonRound(agency, DIGITS), source: 'probes', count };
}
