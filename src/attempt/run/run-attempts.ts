import type { Problem } from '../../problems/problem.ts';
import type { ReadCalls } from '../record/keep-calls.ts';
import {
  type AnsweredAttempt,
  type AttemptEnvironment,
  type FinishedAttempt,
  type RepeatedAttempts,
  type RunAttemptOptions,
  runAttempt,
} from './run-attempt.ts';

export interface RunAttemptsOptions extends Omit<RunAttemptOptions, 'problem' | 'read' | 'repeats' | 'onAgentEnded'> {
  readonly problems: readonly Problem[];
  /** Reads the calls of an attempt and decides how it is graded; the verdict is sealed with it. */
  readonly read?: (problem: Problem, answered: AnsweredAttempt) => Promise<ReadCalls>;
  /** The earlier attempts at a problem that is repeated. Called when the attempt starts. */
  readonly repeats?: ((problem: Problem) => Promise<RepeatedAttempts | undefined>) | undefined;
  /** Number of agents that run at the same time. */
  readonly workers: number;
}

export interface AttemptedProblem extends FinishedAttempt {
  readonly problem: Problem;
  /** Total time for this problem, which is more than the agent's own time. */
  readonly milliseconds: number;
  /** How long the attempt kept a worker from another agent: without grading and sealing. */
  readonly workerMilliseconds: number;
}

/** Attempts that are being graded, for each worker. Bounds the memory of dialogues that wait. */
const GRADED_PER_WORKER = 1;

/**
 * Runs one agent on many problems, several at a time. While an attempt is graded and sealed, its worker runs the next
 * one. Attempts are yielded as they end, not in the order of the problems.
 */
export async function* runAttempts(
  options: RunAttemptsOptions,
  bench: AttemptEnvironment,
): AsyncGenerator<AttemptedProblem> {
  const waiting = [...options.problems];
  const unsealed = new Map<string, Promise<AttemptedProblem>>();
  const running = new Set<string>();
  const { read, repeats, problems: _, ...common } = options;
  const mostUnsealed = options.workers * (1 + GRADED_PER_WORKER);
  let workerFreed = Promise.withResolvers<void>();
  const attempt = async (problem: Problem): Promise<AttemptedProblem> => {
    const started = performance.now();
    let workerMilliseconds = 0;
    const freeWorker = (): void => {
      if (!running.delete(problem.id)) return;
      workerMilliseconds = performance.now() - started;
      workerFreed.resolve();
    };
    running.add(problem.id);
    try {
      const finished = await runAttempt(
        {
          ...common,
          problem: { problem_id: problem.id, query: problem.query },
          repeats: await repeats?.(problem),
          ...(read && { read: (answered) => read(problem, answered) }),
          onAgentEnded: freeWorker,
        },
        bench,
      );
      return { ...finished, problem, milliseconds: performance.now() - started, workerMilliseconds };
    } finally {
      freeWorker();
    }
  };
  try {
    while (waiting.length > 0 || unsealed.size > 0) {
      while (
        running.size < options.workers &&
        unsealed.size < mostUnsealed &&
        waiting.length > 0 &&
        options.signal?.aborted !== true
      ) {
        const problem = waiting.shift()!;
        unsealed.set(problem.id, attempt(problem));
      }
      if (unsealed.size === 0) return;
      workerFreed = Promise.withResolvers();
      const attempted = await Promise.race([...unsealed.values(), workerFreed.promise]);
      if (attempted === undefined) continue;
      unsealed.delete(attempted.problem.id);
      yield attempted;
    }
  } finally {
    // A failed attempt has been thrown; the others must not keep running after the caller has returned.
    await Promise.allSettled(unsealed.values());
  }
}
