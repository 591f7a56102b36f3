import type { Category, Difficulty, Measure } from '../problem.ts';

/** Points per thing that makes a problem hard; where the lines run was chosen so that each third is well filled. */
const MEDIUM_FROM = 3;
const HARD_FROM = 6;

/** Follows from what was counted and from nothing else. */
export function difficultyOf(category: Category, items: number, measure: Measure): Difficulty {
  const scarcity = measure.satisfying <= 1 ? 2 : measure.satisfying <= 3 ? 1 : 0;
  const confusion = Math.min(3, Math.floor(Math.log2(1 + measure.nearMisses / items)));
  const effort = Math.min(3, Math.ceil(measure.searches / items) - 1);
  const breadth = (items - 1) * 0.75 + (category === 'voucher' ? 1 : 0);
  const points = scarcity + confusion + effort + breadth;
  return points < MEDIUM_FROM ? 'easy' : points < HARD_FROM ? 'medium' : 'hard';
}
