import { DECISIONS } from '../../agency/follow.ts';
import { pythonRound } from '../../statistics/python-round.ts';
import type { AgencyPolicy } from './agency-policy.ts';
import type { VersionAgency } from './version-agency.ts';

const DIGITS = 4;

/**
 * What the score of a version is multiplied by: `floor` for a program that makes every decision itself, 1 for one that
 * follows its model in all, and in between by the mean over its decisions. Of a decision the follow rate counts and not
 * its lower bound, which would pay versions that happened to be probed more often; 0 where scored attempts show that
 * the program decides without its model. `null` while nothing is known of any decision; then the score stays.
 */
export function agencyFactor(
  { deciders }: Pick<VersionAgency, 'deciders'>,
  { floor }: Pick<AgencyPolicy, 'floor'>,
): number | null {
  const known = DECISIONS.map((decision) => deciders[decision].share).filter((share) => share !== null);
  if (known.length === 0) return null;
  const mean = known.reduce((sum, share) => sum + share, 0) / known.length;
  return pythonRound(floor + (1 - floor) * mean, DIGITS);
}

/** A score times its factor; the score where there is none. */
export function withFactor(score: number, factor: number | null): number {
  return factor === null ? score : pythonRound(score * factor, DIGITS);
}
