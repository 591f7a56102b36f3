import type { Transaction } from 'kysely';
import { finalScore } from '../../verdict/aggregate.ts';
import { itemProblems } from '../queue/item-problems.ts';
import type { WorkItem } from '../queue/item-runs.ts';
import type { RunEnding } from '../queue/judge-run-completion.ts';
import type { ArenaTables } from '../tables/arena-tables.ts';

type Scored = Extract<RunEnding, { status: 'SUCCESS' }>;

/**
 * The ending of a run with twins, scored on the public problems only; the twins are counted separately. Validators
 * cannot tell them apart and report a score over all. If their results per problem are missing, or do not add up to
 * that score, the reported score stays, and the run does not count for the comparison with twins.
 */
export async function separateTwins(
  transaction: Transaction<ArenaTables>,
  runId: string,
  item: WorkItem,
  ending: RunEnding,
): Promise<RunEnding> {
  if (ending.status !== 'SUCCESS') return ending;
  const problems = await itemProblems(transaction, item).execute();
  const twins = problems.filter(({ twin_of_item }) => twin_of_item !== null);
  if (twins.length === 0) return ending;
  const solved = await solvedIn(transaction, runId);
  if (solved.size !== problems.length) return ending;
  const count = (some: typeof problems) => some.filter(({ problem_id }) => solved.get(problem_id) === true).length;
  if (count(problems) !== ending.components.successful_problems) return ending;
  const [solvedTwins, publicProblems] = [count(twins), problems.length - twins.length];
  const rate = (count(problems) - solvedTwins) / publicProblems;
  const components: Scored['components'] = {
    ...ending.components,
    total_problems: publicProblems,
    successful_problems: count(problems) - solvedTwins,
    success_rate: rate,
    twin_problems: twins.length,
    twin_successful_problems: solvedTwins,
  };
  return { ...ending, components, score: finalScore(rate, components.reasoning_coefficient!) };
}

/**
 * Whether each decided problem of a run was solved. Clients of the original platform report this only through the
 * score.
 */
async function solvedIn(transaction: Transaction<ArenaTables>, runId: string): Promise<ReadonlyMap<string, boolean>> {
  const rows = await transaction
    .selectFrom('problem_results')
    .select(['problem_id', 'status', 'score'])
    .where('run_id', '=', runId)
    .where('status', 'in', ['SUCCESS', 'FAILED', 'TIMED_OUT', 'SKIPPED'])
    .execute();
  return new Map(rows.map(({ problem_id, status, score }) => [problem_id, isSolved(status, score)]));
}

export function isSolved(status: string, score: number | null): boolean {
  return score === null ? status === 'SUCCESS' : score >= 1;
}
