import { changeBank } from './change-bank.ts';
import { assertBankExists } from './existing-bank.ts';
import { assertKnown } from './known-problems.ts';

export interface RetireProblemsOptions {
  readonly folder: string;
  readonly problemIds: readonly string[];
  /** Why before its time: a problem nobody can solve, one that leaked. */
  readonly reason: string;
  readonly now: () => Date;
}

/** Takes problems out of every later draw. They stay in the bank. */
export async function retireProblems({ folder, problemIds, reason, now }: RetireProblemsOptions): Promise<void> {
  assertBankExists(folder);
  await changeBank(folder, now, async ({ state }) => {
    assertKnown(problemIds, state);
    return { events: [{ kind: 'retired', problem_ids: problemIds, reason }], result: undefined };
  });
}
