import type { Problem } from '../../problems/problem.ts';

/**
 * Problems of the same class are equally difficult as far as measured: kind, difficulty, whether a policy without a
 * model solves it, and whether the expert does. Problems that were not measured are compared by the first two.
 */
export function calibrationClass({ category, difficulty, measure }: Problem): string {
  const floor = measure?.solvedBy === undefined ? '' : measure.solvedBy.length > 0 ? 'floor' : 'no floor';
  const expert = measure?.expert === undefined ? '' : measure.expert ? 'expert' : 'no expert';
  return [category, difficulty, floor, expert].join(' ').trim();
}
