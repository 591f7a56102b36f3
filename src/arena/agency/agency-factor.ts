import { DECISIONS } from '../../agency/follow.ts';
import { mean } from '../../statistics/mean.ts';
import { pythonRound } from '../../statistics/python-round.ts';
import type { AgencyPolicy } from './agency-policy.ts';
import type { VersionAgency } from './version-agency.ts';

const DIGITS = 4;

/**
 * Factor for a version's score: `floor` for a program that makes every decision itself, 1 for one that always follows
 * its model, and otherwise in proportion to the mean over its decisions. For each decision the follow rate counts, not
 * its lower bound: a lower bound would favour versions that happened to be probed more often. It is 0 if scored
 * attempts show that the program decides without its model. `null` while no decision has been observed; the score then
 * stays unchanged.
 */
export function agencyFactor(
  { deciders }: Pick<VersionAgency, 'deciders'>,
  { floor }: Pick<AgencyPolicy, 'floor'>,
): number | null {
  const known = DECISIONS.map((decision) => deciders[decision].share).filter((share) => share !== null);
  if (known.length === 0) return null;
  return pythonRound(floor + (1 - floor) * mean(known), DIGITS);
}

/** A score multiplied by its factor; unchanged if there is no factor. */
export function withFactor(score: number, factor: number | null): number {
  return factor === null ? score : pythonRound(score * factor, DIGITS);
}
