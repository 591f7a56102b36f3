import { pythonRound } from '../../statistics/python-round.ts';
import { DEFAULT_EMISSION_POLICY, type EmissionPolicy } from './emission-policy.ts';

/** Shares are whole millionths, so that weights can be computed from them with integers. */
export const SHARE_DIGITS = 6;

/**
 * Share of the champion after this many days; the rest is burned. The arena computes it once and publishes it with the
 * champion: validators that each used their own clock would not send the same bytes.
 *
 * @example emissionShare(10) // 0.76
 */
export function emissionShare(days: number, policy: EmissionPolicy = DEFAULT_EMISSION_POLICY): number {
  const late = Math.max(0, days - policy.graceDays);
  const kept = policy.shape === 'compounding' ? (1 - policy.lossPerDay) ** late : 1 - policy.lossPerDay * late;
  return pythonRound(Math.max(policy.floor, kept), SHARE_DIGITS);
}
