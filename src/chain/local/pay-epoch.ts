import { apportion } from '../weights/apportion.ts';
import type { Epoch } from '../yuma/run-epoch.ts';

export interface EpochPayment {
  /** Rao by uid. */
  readonly paid: readonly bigint[];
  readonly burned: bigint;
}

/** Doubles below 1 are whole multiples of this, near enough that no rao depends on it. */
const UNITS = 2 ** 52;

/**
 * Half of an emission follows incentive, half dividends, to the last rao; what the owner's uid has as incentive is burned.
 * When consensus found nothing to reward, active stake is paid instead, as the chain does; without any, all is burned.
 */
export function payEpoch(epoch: Epoch, emission: bigint, ownerUid: number): EpochPayment {
  const { incentive, dividends, stake } = epoch;
  const silent = incentive.every((share) => share === 0);
  const earning = [...incentive, ...(silent ? stake : dividends)];
  const amounts = apportion(
    emission,
    earning.map((share) => BigInt(Math.round(share * UNITS))),
  );
  const size = incentive.length;
  const paid = incentive.map((_, uid) => (uid === ownerUid ? 0n : amounts[uid]!) + amounts[size + uid]!);
  return { paid, burned: emission - paid.reduce((sum, amount) => sum + amount, 0n) };
}
