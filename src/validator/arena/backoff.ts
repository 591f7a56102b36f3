/** Pauses in milliseconds that grow from the first to the longest. */
export interface Backoff {
  readonly first: number;
  readonly longest: number;
  /** In all, the first included. */
  readonly tries: number;
}

/** As validators of the original platform do it. */
export const DEFAULT_BACKOFF: Backoff = { first: 5_000, longest: 300_000, tries: 10 };

const SPREAD = 0.2;

/** How long to wait after `failures` failures: doubled each time, and spread by chance, so that nobody returns in step. */
export function pauseAfter(
  failures: number,
  { first, longest }: Pick<Backoff, 'first' | 'longest'>,
  random: () => number = Math.random,
): number {
  return spread(Math.min(longest, first * 2 ** (failures - 1)), random);
}

export function spread(milliseconds: number, random: () => number = Math.random): number {
  return milliseconds * (1 - SPREAD + 2 * SPREAD * random());
}
