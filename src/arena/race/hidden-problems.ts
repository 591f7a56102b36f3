import type { Problem } from '../../problems/problem.ts';
import type { Beacon, DrawDocument, RetiredProblems, Retirement } from '../../problems/suites.ts';

/** The bank's commitment, or why there is none; the reason is public. */
export type Commitment =
  | { readonly ok: true; readonly commitment: string; readonly size: number }
  | { readonly ok: false; readonly reason: string };

export interface ProblemExposure {
  readonly agentVersionId: string;
  readonly validatorHotkey: string;
}

/**
 * Port: where races get their problems from. A race is known by its id, never by its number: a bank outlives databases,
 * and the first race of a new one must not be given the draw of an old one. Everything may be done again after a crash
 * and then changes nothing.
 */
export interface HiddenProblems {
  /** Binds itself to a secret seed and a pool. `size` is what is wanted; fewer are drawn rather than none, see the adapter. */
  commit(race: string, size: number): Promise<Commitment>;
  /**
   * Draws once and for all, from seed, pool and beacon. Gives the beacon that counts, which is the first one it was given;
   * none for a draw from before there were beacons.
   */
  draw(race: string, beacon: Beacon): Promise<Beacon | undefined>;
  /** In the order they were drawn. */
  problems(race: string): Promise<readonly Problem[]>;
  /** The draw with its seed; from then on it is public. Nothing for a race that was never drawn. */
  reveal(race: string): Promise<DrawDocument | undefined>;
  /** Enters in the bank's ledger who has been shown the race's problems, each once. */
  recordExposures(race: string, exposures: readonly ProblemExposure[]): Promise<void>;
}

/** Port: what the bank's ledger can be recognised by. */
export interface BankLedger {
  /** The hash of each line. The same array as before when the bank has not changed. */
  ledgerHashes(): Promise<readonly string[]>;
}

/** Port: taking hidden problems out of use. */
export interface ProblemRetirement {
  /** Excludes problems from every later draw. Retiring again changes nothing. */
  retire(
    problemIds: readonly string[],
    by: { readonly who: string; readonly reason: string },
  ): Promise<RetiredProblems>;
  /** All explicit retirements. The same array as before when the bank has not changed. */
  retirements(): Promise<readonly Retirement[]>;
}
