import type { Problem } from '../../problems/problem.ts';
import {
  type AttemptBench,
  type AttemptOrder,
  type FinishedAttempt,
  type GradedEvidence,
  type RepeatedAttempts,
  runAttempt,
} from './run-attempt.ts';

export interface RunOrder extends Omit<AttemptOrder, 'problem' | 'grade' | 'repeats'> {
  readonly problems: readonly Problem[];
  /** Its conclusion is sealed with the attempt. */
  readonly grade?: (problem: Problem, evidence: GradedEvidence) => Promise<object>;
  /** The earlier attempts at a problem that is attempted again. Asked when the attempt begins. */
  readonly repeats?: ((problem: Problem) => Promise<RepeatedAttempts | undefined>) | undefined;
  /** How many attempts are under way at a time. */
  readonly workers: number;
}

export interface AttemptedProblem extends FinishedAttempt {
  readonly problem: Problem;
  /** From the first thing done for it to the last, which is more than the agent's own time. */
  readonly milliseconds: number;
}

/** One agent on many problems, several at a time. Attempts come out as they end, not in the order of the problems. */
export async function* runAttempts(order: RunOrder, bench: AttemptBench): AsyncGenerator<AttemptedProblem> {
  const waiting = [...order.problems];
  const underWay = new Map<string, Promise<AttemptedProblem>>();
  const { grade, repeats, problems: _, ...common } = order;
  const attempt = async (problem: Problem): Promise<AttemptedProblem> => {
    const started = performance.now();
    const finished = await runAttempt(
      {
        ...common,
        problem: { problem_id: problem.id, query: problem.query },
        repeats: await repeats?.(problem),
        ...(grade && { grade: (evidence) => grade(problem, evidence) }),
      },
      bench,
    );
    return { ...finished, problem, milliseconds: performance.now() - started };
  };
  try {
    while (waiting.length > 0 || underWay.size > 0) {
      while (underWay.size < order.workers && waiting.length > 0 && order.signal?.aborted !== true) {
        const problem = waiting.shift()!;
        underWay.set(problem.id, attempt(problem));
      }
      if (underWay.size === 0) return;
      const attempted = await Promise.race(underWay.values());
      underWay.delete(attempted.problem.id);
      yield attempted;
    }
  } finally {
    // One that failed has been thrown; the others must not be left running behind the caller's back.
    await Promise.allSettled(underWay.values());
  }
}
