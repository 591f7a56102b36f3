import { Fault } from '../fault/fault.ts';
import { ARENA_CATEGORIES, type ArenaCategory, type Problem } from './problem.ts';

/** A problem of one of ORO's categories. */
export type ArenaProblem = Problem & { readonly category: ArenaCategory };

export function isArenaProblem(problem: Problem): problem is ArenaProblem {
  return ARENA_CATEGORIES.some((category) => category === problem.category);
}

/** A suite with a knowledge problem runs with `web_search`, for all of its problems. */
export function hasKnowledge(problems: readonly Problem[]): boolean {
  return problems.some(({ category }) => category === 'knowledge');
}

/** Rejects problems that ORO's scorer cannot grade. Suites, banks and races in ORO's form must not contain them. */
export function assertArenaForm(problems: readonly Problem[]): asserts problems is readonly ArenaProblem[] {
  const other = problems.find((problem) => !isArenaProblem(problem));
  if (other === undefined) return;
  throw new Fault('INPUT_INVALID', {
    message: `Problem ${other.id} is a ${other.category} problem. An ORO arena has only ${ARENA_CATEGORIES.join(', ')} problems.`,
    remedy:
      'Remove such problems, or create a suite of kind benchmark (`assay problems suite create --kind benchmark`).',
  });
}
