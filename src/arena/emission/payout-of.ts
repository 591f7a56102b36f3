import { pythonRound } from '../../statistics/python-round.ts';
import type { EmissionPolicy } from './emission-policy.ts';
import { emissionShare, SHARE_DIGITS } from './emission-share.ts';
import type { Finisher } from './finisher.ts';
import { weightVectorFor } from './weight-vector-for.ts';

/**
 * Shares of the payment, adding up to 1, that the weights of a race give if all validators send them and no hotkey has
 * left the subnet.
 */
export interface Payout {
  readonly byHotkey: ReadonlyMap<string, number>;
  readonly burned: number;
}

/** As many digits as a share has. Weights are 16-bit numbers, so the fifth digit may already be a rounding error. */
const DIGITS = SHARE_DIGITS;

export function payoutOf(
  /** `days` is how long this hotkey has been champion. */
  top: { readonly hotkey: string; readonly days: number } | null,
  racers: readonly Finisher[],
  policy: EmissionPolicy,
): Payout {
  const hotkeys = [...new Set([...(top === null ? [] : [top.hotkey]), ...racers.map(({ hotkey }) => hotkey)])];
  // A subnet that consists of the racers; uid 0 burns.
  const neurons = ['', ...hotkeys].map((hotkey, uid) => ({ uid, hotkey }));
  const paid = top === null ? null : { hotkey: top.hotkey, share: emissionShare(top.days, policy) };
  const { values } = weightVectorFor({ neurons, top: paid, racers }, { ...policy, burnUid: 0 });
  const total = values.reduce((sum, value) => sum + value, 0);
  const [burned, ...shares] = values.map((value) => pythonRound(value / total, DIGITS));
  return { byHotkey: new Map(hotkeys.map((hotkey, index) => [hotkey, shares[index]!])), burned: burned! };
}
