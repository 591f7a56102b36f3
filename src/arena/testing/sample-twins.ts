import { sampleProblems } from '../../problems/testing/sample-problems.ts';
import { finalScore } from '../../verdict/aggregate.ts';
import { claimWork } from '../queue/claim-work.ts';
import { completeRun } from '../queue/complete-run.ts';
import { recordProgress } from '../queue/record-progress.ts';
import { type RunProblem, runProblems } from '../queue/run-problems.ts';
import { addTwins } from '../twins/add-twins.ts';
import type { SampleArena } from './sample-arena.ts';
import { queueVersion } from './sample-queue.ts';

/** Twins for the suite of a sample arena: their bank ids begin with `twin`. */
export async function stockSampleTwins(arena: SampleArena, count: number): Promise<void> {
  await addTwins(arena, arena.suiteId, sampleProblems(count, 'twin'), 'operator');
}

export function isTwin({ metadata }: RunProblem): boolean {
  return String(metadata.source_id).startsWith('twin');
}

/** Queues a version with its twins, as a submission does. */
export async function queueWithTwins(arena: SampleArena, hotkey?: string): Promise<string> {
  return await queueVersion(arena, {
    twins: arena.policy.twins,
    ...(hotkey !== undefined && { version: { hotkey, name: crypto.randomUUID() } }),
  });
}

export interface SampleRun {
  readonly problems: readonly RunProblem[];
  readonly finalScore: number | null;
  readonly runId: string;
}

/** One whole run of a validator that reports every problem, and the score over all of them. */
export async function runWithTwins(
  arena: SampleArena,
  hotkey: string,
  solves: (problem: RunProblem) => boolean,
  { coefficient = 1, reports = true } = {},
): Promise<SampleRun> {
  const work = await claimWork(arena, hotkey);
  if (work === undefined) throw new Error(`there was nothing to do for ${hotkey}`);
  const { runId } = work;
  const problems = await runProblems(arena, hotkey, runId);
  const updates = problems.map((problem) => {
    const solved = solves(problem);
    return { problem_id: problem.problem_id, status: solved ? 'SUCCESS' : 'FAILED', score: solved ? 1 : 0 } as const;
  });
  if (reports) await recordProgress(arena, hotkey, runId, updates);
  const successful = updates.filter(({ score }) => score === 1).length;
  const success_rate = successful / problems.length;
  const completed = await completeRun(arena, hotkey, runId, {
    terminal_status: 'SUCCESS',
    validator_score: finalScore(success_rate, coefficient),
    score_components: {
      success_rate,
      total_problems: problems.length,
      successful_problems: successful,
      reasoning_coefficient: coefficient,
    },
  });
  return { problems, runId, finalScore: completed.finalScore };
}
