import { mostProbes } from '../../arena/agency.ts';
import type { Problem } from '../../problems/problem.ts';
import type { Random } from '../../random/random.ts';
import type { Result } from './run-results.ts';

export interface ProbeContext {
  /** Number of probes that the arena requests. */
  readonly wanted: number;
  readonly problems: readonly Problem[];
  readonly results: readonly Result[];
}

/**
 * The problems to probe the agent on, taken from the run itself: an agent could recognise a problem that is not in a
 * public suite, but it cannot know that it has seen one of these before.
 */
export function chooseProbes({ wanted, problems, results }: ProbeContext, random: Random): Problem[] {
  const sound = new Set(
    results.filter(({ attempt }) => attempt.fault === null).map(({ attempt }) => attempt.problem_id),
  );
  return random.sample(
    problems.filter(({ id }) => sound.has(id)),
    Math.min(wanted, mostProbes(problems.length)),
  );
}
