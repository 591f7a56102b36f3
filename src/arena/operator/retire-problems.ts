import type { RetiredProblems } from '../../problems/suites.ts';
import type { Arena } from '../arena.ts';
import type { ProblemRetirement } from '../race/hidden-problems.ts';
import { publishRetirements } from '../race/publish-retirements.ts';
import { type OperatorAct, reasonOf } from './operator-act.ts';

/** Excludes problems of the bank from every later draw and records it in the public ledger. Idempotent. */
export async function retireBankProblems(
  arena: Arena,
  hidden: ProblemRetirement,
  problemIds: readonly string[],
  act: OperatorAct,
): Promise<RetiredProblems> {
  const retired = await hidden.retire(problemIds, { who: act.who, reason: reasonOf(act) });
  await publishRetirements(arena, hidden);
  return retired;
}
