import type { Problem } from '../../problems/problem.ts';
import type { CutSuite } from '../../problems/suites.ts';
import type { TwinSource } from '../twins/stock-twins.ts';

/** How much a bank has left. */
export interface BankStock {
  readonly problems: number;
  /** May still be drawn for races. */
  readonly drawable: number;
  /** Of these, not drawn in the next race because they were in a recent one. */
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

/** Port: the bank as the arena keeps it in order. */
export interface ProblemBank extends TwinSource {
  /** Changes when the bank does; `undefined` without a bank. */
  version(): string | undefined;
  /** Retires problems that were drawn often enough, and enters the draw policy in the bank's ledger. */
  retireExhausted(policy: { readonly retireAfterDraws: number; readonly restRaces: number }): Promise<void>;
  stock(raceProblems: number): Promise<BankStock>;
  /** The newest suite that `cutSuite` made. */
  newestSuite(): Promise<BankSuite | undefined>;
  cutSuite(options: NewSuiteOptions): Promise<CutSuite>;
}
