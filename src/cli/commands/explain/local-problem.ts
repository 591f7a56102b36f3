import { existsSync } from 'node:fs';
import type { Problem } from '../../../problems/problem.ts';
import { readProblemFile } from '../../../problems/read-problem-file.ts';
import { examPath } from '../../ready-market.ts';

interface Places {
  readonly problems?: string;
  readonly market: string;
}

/** The problem of an attempt with its answer key; `undefined` if no file on this machine contains it. */
export async function localProblem(problemId: string, { problems, market }: Places): Promise<Problem | undefined> {
  const file = problems ?? examPath(market);
  if (problems === undefined && !existsSync(file)) return undefined;
  return (await readProblemFile(file)).find(({ id }) => id === problemId);
}
