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
 * Port: where races get their problems. A race is identified by its id, never by its number: a bank outlives databases,
 * and the first race of a new one must not get the draw of an old one. Every operation is idempotent, so it can be
 * repeated after a crash.
 */
export interface HiddenProblems {
  /** Commits to a secret seed and a pool. `size` is the wanted number; the adapter may draw fewer rather than none. */
  commit(race: string, size: number): Promise<Commitment>;
  /**
   * Draws from seed, pool and beacon, once. Returns the beacon that counts, which is the first one given; `undefined`
   * for a draw recorded before beacons existed.
   */
  draw(race: string, beacon: Beacon): Promise<Beacon | undefined>;
  /** In draw order. */
  problems(race: string): Promise<readonly Problem[]>;
  /** The draw with its seed, which is public from then on. `undefined` for a race that was never drawn. */
  reveal(race: string): Promise<DrawDocument | undefined>;
  /** Records in the bank's ledger who has seen the race's problems, each once. */
  recordExposures(race: string, exposures: readonly ProblemExposure[]): Promise<void>;
}

/** Port: identifies the state of the bank's ledger. */
export interface BankLedger {
  /** The hash of each line. The same array as before if the bank has not changed. */
  ledgerHashes(): Promise<readonly string[]>;
}

/** Port: retires hidden problems. */
export interface ProblemRetirement {
  /** Excludes problems from every later draw. Idempotent. */
  retire(
    problemIds: readonly string[],
    by: { readonly who: string; readonly reason: string },
  ): Promise<RetiredProblems>;
  /** All explicit retirements. The same array as before if the bank has not changed. */
  retirements(): Promise<readonly Retirement[]>;
}
