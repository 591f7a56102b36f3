/**
 * Distributes an integer in proportion to the parts, so that rounding neither loses nor adds anything: each part gets
 * the whole units due to it, and the rest goes to the largest remainders, earlier parts first. A larger part never gets
 * less than a smaller one. If all parts are zero, all get zero.
 */
export function apportion(total: bigint, parts: readonly bigint[]): bigint[] {
  const sum = parts.reduce((all, part) => all + part, 0n);
  if (sum === 0n) return parts.map(() => 0n);
  const shares = parts.map((part) => (total * part) / sum);
  const left = total - shares.reduce((all, share) => all + share, 0n);
  const remainders = parts.map((part, index) => ({ index, remainder: (total * part) % sum }));
  remainders.sort((one, other) => compare(other.remainder, one.remainder) || one.index - other.index);
  for (const { index } of remainders.slice(0, Number(left))) shares[index]! += 1n;
  return shares;
}

function compare(one: bigint, other: bigint): number {
  return one < other ? -1 : one > other ? 1 : 0;
}
