import { Fault } from '../../fault/fault.ts';
import type { LedgerState } from './ledger-state.ts';

/** Small, because every use of a held-out set weakens it and has to be recorded. */
const MAX_SEALED_SETS = 3;

/** The counterpart of `assertServable`: problems that contestants see or have seen can no longer be sealed. */
export function assertSealable(
  problemIds: readonly string[],
  state: LedgerState,
  bankIds: { has(problemId: string): boolean },
): void {
  const sets = [...state.suites.values()].filter((suite) => suite.sealed);
  if (sets.length >= MAX_SEALED_SETS) {
    throw new Fault('BANK_CONFLICT', {
      message: `There are already ${sets.length} sealed sets: ${sets.map((set) => set.name).join(', ')}.`,
      remedy: 'A sealed set stays sealed. Use one of them, or leave out --sealed.',
    });
  }
  for (const problemId of problemIds) {
    const where = whereMet(problemId, state, bankIds);
    if (where === undefined) continue;
    throw new Fault('BANK_CONFLICT', {
      message: `Problem ${problemId} cannot be sealed: it ${where}.`,
      remedy: 'Leave it out of the sealed set.',
    });
  }
}

function whereMet(
  problemId: string,
  state: LedgerState,
  bankIds: { has(problemId: string): boolean },
): string | undefined {
  if (state.bank.has(problemId) || bankIds.has(problemId)) return 'is in the race bank';
  const suite = state.open.get(problemId);
  if (suite !== undefined) return `is in the suite ${suite}`;
  return state.exposed.has(problemId) ? 'has been shown to an agent' : undefined;
}
