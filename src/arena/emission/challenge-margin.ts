import { pythonRound } from '../../statistics/python-round.ts';
import { DEFAULT_EMISSION_POLICY, type EmissionPolicy } from './emission-policy.ts';

/**
 * Powers may differ between machines in the sixteenth digit. Nine digits are the same on all of them, and scores have
 * four.
 */
const MARGIN_DIGITS = 9;

/**
 * Lead that a challenger needs over a champion of this many days. By default it halves every 3.5 days and is rounded to
 * 0 after about 85.
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
