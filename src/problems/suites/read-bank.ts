import { existsSync } from 'node:fs';
import { Fault } from '../../fault/fault.ts';
import type { Problem } from '../problem.ts';
import { isBadProblem, readProblems } from '../read-problems.ts';
import { bankPaths } from './bank-folder.ts';
import type { LedgerState } from './ledger-state.ts';
import { problemDigest } from './problem-digest.ts';

export interface BankProblem {
  readonly problem: Problem;
  readonly digest: string;
  /** False if a crash prevented the entry in the ledger; such a problem is not drawn. */
  readonly recorded: boolean;
}

export interface ProblemBank {
  readonly problems: ReadonlyMap<string, BankProblem>;
}

/** Reads the race bank and checks it against the ledger: every problem that the ledger names must exist unchanged. */
export async function readBank(folder: string, state: Pick<LedgerState, 'bank'>): Promise<ProblemBank> {
  const path = bankPaths(folder).bank;
  const problems = new Map<string, BankProblem>();
  if (existsSync(path)) {
    for await (const line of readProblems(path)) {
      if (isBadProblem(line)) throw corrupt(path, `, line ${line.line}, ${line.field}: ${line.reason}`);
      const { problem } = line;
      if (problems.has(problem.id)) throw corrupt(path, `, line ${line.line}: problem ${problem.id} is listed twice`);
      const digest = problemDigest(problem);
      const recorded = state.bank.get(problem.id);
      if (recorded !== undefined && recorded !== digest) {
        throw corrupt(path, `, line ${line.line}: problem ${problem.id} was changed since it was added`);
      }
      problems.set(problem.id, { problem, digest, recorded: recorded !== undefined });
    }
  }
  for (const problemId of state.bank.keys()) {
    if (!problems.has(problemId)) throw corrupt(path, `: problem ${problemId} was removed`);
  }
  return { problems };
}

function corrupt(path: string, what: string): Fault {
  return new Fault('BANK_CORRUPT', { message: `${path}${what}.`, remedy: 'Restore the bank from a backup.' });
}
