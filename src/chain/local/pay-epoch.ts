import { apportion } from '../weights/apportion.ts';
import type { Epoch } from '../yuma/run-epoch.ts';

export interface EpochPayment {
  /** Rao by uid. */
  readonly paid: readonly bigint[];
  /** The same amounts by what was paid: incentive, dividends, and the incentive of the owner's uid. */
  readonly toContestants: bigint;
  readonly toValidators: bigint;
  readonly burned: bigint;
}

/** Shares are rounded to multiples of 1 / `UNITS`, so fine that no rao depends on it. */
const UNITS = 2 ** 52;

/**
 * Half of the emission is paid by incentive and half by dividends, to the last rao; the incentive of the owner's uid is
 * burned. When no incentive was found, active stake is paid instead, as on the chain; without any, everything is
 * burned.
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
  const contestants = amounts.slice(0, size).map((amount, uid) => (uid === ownerUid ? 0n : amount));
  const validators = amounts.slice(size);
  const [toContestants, toValidators] = [sumOf(contestants), sumOf(validators)];
  return {
    paid: contestants.map((amount, uid) => amount + validators[uid]!),
    toContestants,
    toValidators,
    burned: emission - toContestants - toValidators,
  };
}

function sumOf(amounts: readonly bigint[]): bigint {
  return amounts.reduce((sum, amount) => sum + amount, 0n);
}
