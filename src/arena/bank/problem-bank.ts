import type { Problem } from '../../problems/problem.ts';
import type { CutSuite } from '../../problems/suites.ts';

/** How much a bank has left. */
export interface BankStock {
  readonly problems: number;
  /** May still be drawn for races. */
  readonly drawable: number;
  readonly racesLeft: number;
}

export interface SuiteOrder {
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
export interface ProblemBank {
  /** Changes when the bank does; `undefined` without a bank. */
  version(): string | undefined;
  retireExhausted(retireAfterDraws: number): Promise<void>;
  stock(raceProblems: number): Promise<BankStock>;
  /** The newest suite that `cutSuite` made. */
  newestSuite(): Promise<BankSuite | undefined>;
  cutSuite(order: SuiteOrder): Promise<CutSuite>;
}
