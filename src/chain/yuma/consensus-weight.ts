/** Scales `kappa` to an integer, so that shares are compared without rounding. */
const MILLION = 1_000_000n;

export interface Vote {
  readonly stake: bigint;
  readonly weight: number;
}

/**
 * The stake-weighted median: the largest weight supported by at least the share `kappa` of all stake, where supporting
 * means giving that weight or more. Compares products of integer stakes, so that a majority that is reached exactly
 * counts as reached on every machine. Votes without stake are ignored; without any stake nothing is supported.
 */
export function consensusWeight(votes: readonly Vote[], kappa: number): number {
  const total = votes.reduce((sum, { stake }) => sum + stake, 0n);
  if (total === 0n) return 0;
  const needed = BigInt(Math.round(kappa * Number(MILLION))) * total;
  const descending = votes.filter(({ stake }) => stake > 0n).toSorted((one, other) => other.weight - one.weight);
  let support = 0n;
  for (const { stake, weight } of descending) {
    support += stake;
    if (support * MILLION >= needed) return weight;
  }
  return 0;
}
