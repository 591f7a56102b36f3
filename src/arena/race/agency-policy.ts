import { Fault } from '../../fault/fault.ts';
import { pythonRound } from '../../statistics/python-round.ts';
import { type CrownDecision, decideCrown, type RaceResult } from './decide-crown.ts';

/** How much of what an agent did in a race its model decided, from 0 to 1, and over how many attempts that was found. */
export interface AgencyFinding {
  readonly agency: number;
  readonly attempts: number;
}

/** By version. Whoever replays a race brings them: an arena has scores, and only a corpus has looked at every call. */
export type AgencyFindings = ReadonlyMap<string, AgencyFinding>;

/** Scores are multiplied by agency to this power: 1 as it is, 2 harder on scripts, 0.5 milder. */
export interface AgencyPolicy {
  readonly exponent: number;
}

const HIGHEST_EXPONENT = 10;

/** `agency` or `agency:2`. */
export function parseAgencyPolicy(text: string): AgencyPolicy {
  const [, given] = /^agency(?::(\d{1,2}(?:\.\d{1,4})?))?$/.exec(text) ?? [];
  const exponent = given === undefined ? 1 : Number(given);
  if (/^agency(?::|$)/.test(text) && (given !== undefined || text === 'agency')) {
    if (exponent > 0 && exponent <= HIGHEST_EXPONENT) return { exponent };
  }
  throw new Fault('USAGE', {
    message: `"${text.slice(0, 40)}" is no policy that a race can be replayed under.`,
    remedy: `Write agency, or agency:EXPONENT with a number above 0 and up to ${HIGHEST_EXPONENT}.`,
  });
}

/** As many digits as a margin has. */
const DIGITS = 9;

export function agencyFactor({ agency }: AgencyFinding, { exponent }: AgencyPolicy): number {
  return pythonRound(agency ** exponent, DIGITS);
}

/** A race that is over, as it was decided. */
export interface PastRace {
  readonly results: readonly RaceResult[];
  readonly incumbentId: string | null;
  readonly margin: number;
}

export interface ReplayedRace {
  readonly official: CrownDecision;
  /** `null` while some finisher's agency is not known: what it would have scored decides who wins. */
  readonly replayed: CrownDecision | null;
  readonly unknown: readonly string[];
}

/** Who won, and who would have won had scores been multiplied by agency. Nothing but the scores is another. */
export function replayRace(
  { results, incumbentId, margin }: PastRace,
  agency: AgencyFindings,
  policy: AgencyPolicy,
): ReplayedRace {
  const unknown = results
    .filter(({ agentVersionId, raceScore }) => raceScore !== null && !agency.has(agentVersionId))
    .map(({ agentVersionId }) => agentVersionId);
  const reweighed = results.map((result): RaceResult => {
    const finding = agency.get(result.agentVersionId);
    if (result.raceScore === null || finding === undefined) return result;
    return { ...result, raceScore: pythonRound(result.raceScore * agencyFactor(finding, policy), DIGITS) };
  });
  return {
    official: decideCrown(results, incumbentId, margin),
    replayed: unknown.length > 0 ? null : decideCrown(reweighed, incumbentId, margin),
    unknown,
  };
}
