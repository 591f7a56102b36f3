import { existsSync } from 'node:fs';
import type { ThreadedSearch } from '../../market/search/threaded-search.ts';
import type { Problem } from '../../problems/problem.ts';
import { readProblemFile } from '../../problems/read-problem-file.ts';
import type { Terminal } from '../output/terminal.ts';
import { examPath } from '../ready-market.ts';
import { setExam } from '../set-exam.ts';

/** Problems of a file, or the exam that goes with a market, which is set when it is missing. */
export async function chooseExam(
  market: string,
  file: string | undefined,
  search: ThreadedSearch,
  terminal: Terminal,
): Promise<readonly Problem[]> {
  if (file !== undefined) return await readProblemFile(file);
  const exam = examPath(market);
  if (!existsSync(exam)) await setExam(search.index, exam, terminal);
  return await readProblemFile(exam);
}
