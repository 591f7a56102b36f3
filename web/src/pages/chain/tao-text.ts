const RAO_PER_MILLI = 1_000_000n;

/** Formats rao, which exceed the range of a number, as TAO with three decimals. */
export function taoText(rao: bigint): string {
  const milli = (rao + RAO_PER_MILLI / 2n) / RAO_PER_MILLI;
  const whole = (milli / 1_000n).toLocaleString('en');
  const rest = (milli % 1_000n).toString().padStart(3, '0').replace(/0+$/, '');
  return rest === '' ? whole : `${whole}.${rest}`;
}

/** A share of an amount of rao, as a number from 0 to 1. */
export function shareOf(part: bigint, whole: bigint): number {
  return whole === 0n ? 0 : Number((part * 1_000_000_000n) / whole) / 1e9;
}

export function sumOf(amounts: Iterable<bigint>): bigint {
  let sum = 0n;
  for (const amount of amounts) sum += amount;
  return sum;
}
