import { mean } from '../../statistics/mean.ts';
import type { ProblemStatus } from '../tables/arena-tables.ts';
import type { ProblemScores } from './paired-difference.ts';

interface ProblemResult {
  readonly problem_id: string;
  readonly status: ProblemStatus;
  readonly score: number | null;
}

/** By problem what a racer got for it, the mean over its runs. */
export function meanScores(results: readonly ProblemResult[]): ProblemScores {
  const scores = new Map<string, number[]>();
  for (const result of results) {
    const score = scoreOf(result);
    if (score !== undefined) scores.set(result.problem_id, [...(scores.get(result.problem_id) ?? []), score]);
  }
  return new Map(Array.from(scores, ([problem, each]) => [problem, mean(each)]));
}

/** An agent that failed or took too long got nothing; what was never finished by a validator says nothing. */
function scoreOf({ status, score }: ProblemResult): number | undefined {
  if (score !== null) return score;
  return status === 'FAILED' || status === 'TIMED_OUT' ? 0 : undefined;
}
