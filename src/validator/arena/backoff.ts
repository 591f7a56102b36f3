import { backoffDelay, type Backoff as NetBackoff, withJitter } from '../../net/backoff.ts';

/** Delays in milliseconds that grow from the first to the longest. */
export interface Backoff {
  readonly first: number;
  readonly longest: number;
  /** Total number of attempts, including the first. */
  readonly tries: number;
}

/** The values that validators of the original platform use. */
export const DEFAULT_BACKOFF: Backoff = { first: 5_000, longest: 300_000, tries: 10 };

const JITTER = [0.8, 1.2] as const;

/** Delay after `failures` failures: doubled each time, with jitter, so that clients do not retry in step. */
export function pauseAfter(
  failures: number,
  backoff: Pick<Backoff, 'first' | 'longest'>,
  random: () => number = Math.random,
): number {
  return backoffDelay(failures, jittered(backoff), random);
}

export function jittered({ first, longest }: Pick<Backoff, 'first' | 'longest'>): NetBackoff {
  return { first, longest, jitter: JITTER };
}

export function spread(milliseconds: number, random: () => number = Math.random): number {
  return withJitter(milliseconds, JITTER, random);
}
