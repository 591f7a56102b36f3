import { mostProbes } from '../../arena/agency.ts';
import type { Problem } from '../../problems/problem.ts';
import type { Random } from '../../random/random.ts';
import type { Result } from './run-results.ts';

export interface ProbeContext {
  /** What the arena asks for. */
  readonly wanted: number;
  readonly problems: readonly Problem[];
  readonly results: readonly Result[];
  /** What is left to pay calls with, in microdollars. */
  readonly credit: number;
}

/**
 * The problems to probe the agent on: problems of the run itself, since an agent would know one that is not in a public
 * suite, and it cannot know that it has seen one of these before. None where credit is short: an attempt may cost as
 * much as the most expensive so far.
 */
export function chooseProbes({ wanted, problems, results, credit }: ProbeContext, random: Random): Problem[] {
  if (results.some(({ attempt }) => attempt.fault?.code === 'CREDIT_EXHAUSTED')) return [];
  const dearest = Math.max(0, ...results.map(({ attempt }) => attempt.usage.spend_microdollars));
  const affordable = dearest === 0 ? wanted : Math.max(0, Math.floor(credit / dearest));
  const sound = new Set(
    results.filter(({ attempt }) => attempt.fault === null).map(({ attempt }) => attempt.problem_id),
  );
  return random.sample(
    problems.filter(({ id }) => sound.has(id)),
    Math.min(wanted, affordable, mostProbes(problems.length)),
  );
}
