import { AttemptStore } from '../../../attempt/record.ts';
import { verifyAttempt } from '../../../attempt/verify-attempt.ts';
import { Fault } from '../../../fault/fault.ts';
import { parseJson } from '../../../json/parse-json.ts';
import { readProblemFile } from '../../../problems/read-problem-file.ts';
import type { PlayedAttempt } from '../../../verdict/judge.ts';
import { verdictSchema } from '../../../verdict/verdict.ts';

/**
 * Scored attempts in a data folder at the problems of a file, for a judge to grade again. Failed attempts contain no
 * choice, and probe attempts contain changed model answers: both are left out.
 */
export async function readPlayedAttempts(data: string, problemFile: string): Promise<readonly PlayedAttempt[]> {
  const problems = new Map((await readProblemFile(problemFile)).map((problem) => [problem.id, problem]));
  const store = new AttemptStore(data);
  const played: PlayedAttempt[] = [];
  for (const id of store.list()) {
    const { verified, attempt, verdict, calls } = await verifyAttempt(store, id);
    const problem = problems.get(attempt?.problem_id ?? '');
    const graded = verdictSchema.safeParse(verdict);
    if (!verified || attempt === undefined || problem === undefined || !graded.success) continue;
    const { dialogue } = attempt.blobs;
    if (attempt.probe === true || attempt.fault !== null || dialogue === null) continue;
    const answer = parseJson(Buffer.from(await store.blobs.get(dialogue.sha256)).toString('utf8'));
    played.push({
      problem: { id: problem.id, query: problem.query },
      difficulty: `${problem.category} ${problem.difficulty ?? ''}`,
      success: graded.data.rules.success,
      dialogue: answer.ok && Array.isArray(answer.value) ? answer.value : null,
      calls,
    });
  }
  if (played.length > 0) return played;
  throw new Fault('INPUT_INVALID', {
    message: `${data} has no verified attempt at a problem of ${problemFile}.`,
    remedy: 'Name the folder that `assay try --data` wrote, and the problems that were tried.',
  });
}
