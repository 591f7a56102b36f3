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

export interface RunAttemptsOptions extends Omit<RunAttemptOptions, 'problem' | 'read' | 'repeats'> {
  readonly problems: readonly Problem[];
  /** Reads the calls of an attempt and decides how it is graded; the verdict is sealed with it. */
  readonly read?: (problem: Problem, answered: AnsweredAttempt) => Promise<ReadCalls>;
  /** The earlier attempts at a problem that is repeated. Called when the attempt starts. */
  readonly repeats?: ((problem: Problem) => Promise<RepeatedAttempts | undefined>) | undefined;
  /** Number of concurrent attempts. */
  readonly workers: number;
}

export interface AttemptedProblem extends FinishedAttempt {
  readonly problem: Problem;
  /** Total time for this problem, which is more than the agent's own time. */
  readonly milliseconds: number;
}

/**
 * Runs one agent on many problems, several at a time. Attempts are yielded as they end, not in the order of the
 * problems.
 */
export async function* runAttempts(
  options: RunAttemptsOptions,
  bench: AttemptEnvironment,
): AsyncGenerator<AttemptedProblem> {
  const waiting = [...options.problems];
  const underWay = new Map<string, Promise<AttemptedProblem>>();
  const { read, repeats, problems: _, ...common } = options;
  const attempt = async (problem: Problem): Promise<AttemptedProblem> => {
    const started = performance.now();
    const finished = await runAttempt(
      {
        ...common,
        problem: { problem_id: problem.id, query: problem.query },
        repeats: await repeats?.(problem),
        ...(read && { read: (answered) => read(problem, answered) }),
      },
      bench,
    );
    return { ...finished, problem, milliseconds: performance.now() - started };
  };
  try {
    while (waiting.length > 0 || underWay.size > 0) {
      while (underWay.size < options.workers && waiting.length > 0 && options.signal?.aborted !== true) {
        const problem = waiting.shift()!;
        underWay.set(problem.id, attempt(problem));
      }
      if (underWay.size === 0) return;
      const attempted = await Promise.race(underWay.values());
      underWay.delete(attempted.problem.id);
      yield attempted;
    }
  } finally {
    // A failed attempt has been thrown; the others must not keep running after the caller has returned.
    await Promise.allSettled(underWay.values());
  }
}
