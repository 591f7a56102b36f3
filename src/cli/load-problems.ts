import { Fault } from '../fault/fault.ts';
import type { Problem } from '../problems/problem.ts';
import { isBadProblem, readProblems } from '../problems/read-problems.ts';

/** All problems of a file for commands that need them together; a bad line stops the command and is named. */
export async function loadProblems(file: string): Promise<Problem[]> {
  const problems: Problem[] = [];
  for await (const line of readProblems(file)) {
    if (!isBadProblem(line)) {
      problems.push(line.problem);
      continue;
    }
    throw new Fault('INPUT_INVALID', {
      message: `${file}, line ${line.line}, ${line.field}: ${line.reason}`,
      remedy: 'Mend it, or let `assay problems import` drop such lines first.',
    });
  }
  return problems;
}
