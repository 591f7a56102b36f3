import type { Problem } from '../../problems/problem.ts';
import type { CutSuite } from '../../problems/suites.ts';
import type { TwinSource } from '../twins/stock-twins.ts';

/** Remaining stock of a bank. */
export interface BankStock {
  readonly problems: number;
  /** Problems that may still be drawn for races. */
  readonly drawable: number;
  /** Drawable problems that the next race does not use because they were in a recent one. */
  readonly resting: number;
  readonly racesLeft: number;
}

export interface NewSuiteOptions {
  readonly size: number;
  readonly raceProblems: number;
  readonly keepRaces: number;
}

export interface BankSuite {
  readonly name: string;
  readonly version: number;
  readonly problems: readonly Problem[];
}

/** Port: the bank, as far as the arena maintains it. */
export interface ProblemBank extends TwinSource {
  /** Changes whenever the bank changes; `undefined` without a bank. */
  version(): string | undefined;
  /** Retires problems that were drawn often enough, and records the draw policy in the bank's ledger. */
  retireExhausted(policy: { readonly retireAfterDraws: number; readonly restRaces: number }): Promise<void>;
  stock(raceProblems: number): Promise<BankStock>;
  /** The newest suite that `cutSuite` made. */
  newestSuite(): Promise<BankSuite | undefined>;
  cutSuite(options: NewSuiteOptions): Promise<CutSuite>;
}
