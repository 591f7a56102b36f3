import type { Problem } from '../problems/problem.ts';
import { type AttemptBench, type AttemptOrder, type FinishedAttempt, runAttempt } from './run-attempt.ts';

export interface RunOrder extends Omit<AttemptOrder, 'problem'> {
  readonly problems: readonly Problem[];
  /** How many attempts are under way at a time. */
  readonly workers: number;
}

export interface AttemptedProblem extends FinishedAttempt {
  readonly problem: Problem;
}

/** One agent on many problems, several at a time. Attempts come out as they end, not in the order of the problems. */
export async function* runAttempts(order: RunOrder, bench: AttemptBench): AsyncGenerator<AttemptedProblem> {
  const waiting = [...order.problems];
  const underWay = new Map<string, Promise<AttemptedProblem>>();
  const start = (problem: Problem): void => {
    const view = { problem_id: problem.id, query: problem.query };
    underWay.set(
      problem.id,
      runAttempt({ ...order, problem: view }, bench).then((finished) => ({ ...finished, problem })),
    );
  };
  try {
    while (waiting.length > 0 || underWay.size > 0) {
      while (underWay.size < order.workers && waiting.length > 0 && order.signal?.aborted !== true)
        start(waiting.shift()!);
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
