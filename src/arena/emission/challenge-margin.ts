import { pythonRound } from '../../statistics/python-round.ts';
import { DEFAULT_EMISSION_POLICY, type EmissionPolicy } from './emission-policy.ts';

/** Powers may differ in the sixteenth digit between machines; nine digits are the same on all, and scores have four. */
const MARGIN_DIGITS = 9;

/**
 * By how much a challenger must beat a top of so many days. It halves every 3.5 days and never quite vanishes.
 *
 * @example challengeMargin(3.5) // 0.0055
 */
export function challengeMargin(days: number, policy: EmissionPolicy = DEFAULT_EMISSION_POLICY): number {
  return pythonRound(policy.margin * 2 ** (-Math.max(0, days) / policy.marginHalfLifeDays), MARGIN_DIGITS);
}

/** The lowest score with which a challenger becomes champion. */
export function challengeThreshold(
  topScore: number,
  days: number,
  policy: EmissionPolicy = DEFAULT_EMISSION_POLICY,
): number {
  return pythonRound(topScore + challengeMargin(days, policy), MARGIN_DIGITS);
}
