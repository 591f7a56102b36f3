import { Fault } from '../../fault/fault.ts';
import type { LedgerState } from './ledger-state.ts';

/** Called on every path that leads to a contestant; rejects problems of sealed sets. */
export function assertServable(problemIds: Iterable<string>, state: Pick<LedgerState, 'sealed'>): void {
  for (const problemId of problemIds) {
    const set = state.sealed.get(problemId);
    if (set === undefined) continue;
    throw new Fault('PROBLEM_SEALED', {
      message: `Problem ${problemId} belongs to the sealed set ${set} and is never shown to a contestant.`,
      remedy: 'Leave it out, or use another problem in its place.',
    });
  }
}
