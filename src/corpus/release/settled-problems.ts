import { readSplit, type SplitName } from '../../problems/clusters.ts';
import type { Problem } from '../../problems/problem.ts';

export interface SettledProblem {
  readonly problem: Problem;
  readonly split: SplitName;
}

/** The problems of a folder that `problems split` wrote, with their splits. Files and manifest must agree. */
export async function readSettled(folder: string): Promise<readonly SettledProblem[]> {
  const { problems, assignment } = await readSplit(folder);
  return problems.map((problem) => ({ problem, split: assignment.get(problem.id)! }));
}
