import { Fault } from '../fault/fault.ts';
import { ARENA_CATEGORIES, type ArenaCategory, type Problem } from './problem.ts';

/** A problem of a kind that ORO has. */
export type ArenaProblem = Problem & { readonly category: ArenaCategory };

export function isArenaProblem(problem: Problem): problem is ArenaProblem {
  return ARENA_CATEGORIES.some((category) => category === problem.category);
}

/** Such problems are run with `web_search`, and so is everything that stands in one suite with them. */
export function hasKnowledge(problems: readonly Problem[]): boolean {
  return problems.some(({ category }) => category === 'knowledge');
}

/** Suites, banks and races in ORO's form hold only what ORO's scorer can grade. */
export function assertArenaForm(problems: readonly Problem[]): asserts problems is readonly ArenaProblem[] {
  const other = problems.find((problem) => !isArenaProblem(problem));
  if (other === undefined) return;
  throw new Fault('INPUT_INVALID', {
    message: `Problem ${other.id} is a ${other.category} problem. An ORO arena has only ${ARENA_CATEGORIES.join(', ')} problems.`,
    remedy:
      'Remove such problems, or create a suite of kind benchmark (`assay problems suite create --kind benchmark`).',
  });
}
