import { Fault } from '../../fault/fault.ts';
import type { LedgerState } from './ledger-state.ts';

/** A misspelt id in the ledger would stay there for ever. */
export function assertKnown(problemIds: readonly string[], state: Pick<LedgerState, 'bank' | 'open' | 'suites'>): void {
  const suites = [...state.suites.values()];
  for (const problemId of problemIds) {
    if (state.bank.has(problemId) || state.open.has(problemId)) continue;
    if (suites.some((suite) => suite.problemIds.includes(problemId))) continue;
    throw new Fault('INPUT_INVALID', {
      message: `Problem ${problemId} is neither in the bank nor in a suite.`,
      remedy: 'Check the id with `assay problems bank exposure`.',
    });
  }
}
