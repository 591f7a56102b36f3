import { apportion, U16_MAX } from '../../chain/weights.ts';
import { divideHalfToEven } from './divide-half-to-even.ts';
import { SHARE_DIGITS } from './emission-share.ts';

const WHOLE = 10 ** SHARE_DIGITS;

export interface SplitShares {
  readonly top: number;
  readonly burn: number;
  readonly tail: readonly number[];
}

/**
 * Splits the payment into the champion's share, the burn and a tail: 16-bit numbers with 65535 as the largest, in
 * integer arithmetic, so that every validator gets the same result. The tail is paid from the part that would be burned
 * and takes at most half of it; it does not change the champion's share. If nothing is burned, there is no tail.
 */
export function splitShares(share: number, tail: readonly number[]): SplitShares {
  const topPart = Math.round(share * WHOLE);
  const burnPart = WHOLE - topPart;
  if (burnPart === 0) return { top: U16_MAX, burn: 0, tail: tail.map(() => 0) };
  const modest = limitTail(tail, U16_MAX);
  const rest = U16_MAX + sum(modest);
  if (topPart * rest <= burnPart * U16_MAX) {
    return { top: divideHalfToEven(topPart * rest, burnPart), burn: U16_MAX, tail: modest };
  }
  const unpaid = divideHalfToEven(burnPart * U16_MAX, topPart);
  const paid = limitTail(tail, Math.floor(unpaid / 2));
  return { top: U16_MAX, burn: unpaid - sum(paid), tail: paid };
}

function limitTail(tail: readonly number[], most: number): readonly number[] {
  return sum(tail) <= most ? tail : apportion(BigInt(most), tail.map(BigInt)).map(Number);
}

function sum(values: readonly number[]): number {
  return values.reduce((total, value) => total + value, 0);
}
