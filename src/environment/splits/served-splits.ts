import type { Search } from '../../market/search.ts';
import { type TeacherCall, targetRetrieval } from '../../training/step-reward.ts';
import type { EnvironmentSplit } from '../session/environment-split.ts';
import type { SplitSuites } from './open-split-suites.ts';

export interface ServedSplits {
  readonly suites: Pick<SplitSuites, 'train' | 'evaluation'>;
  /** By problem of the train split, calls of teachers that solved it. */
  readonly teacher: ReadonlyMap<string, readonly TeacherCall[]>;
  readonly search: Pick<Search, 'find'>;
}

/** The train split first, which is the one a reset takes unless it names another. */
export function servedSplits({ suites, teacher, search }: ServedSplits): readonly EnvironmentSplit[] {
  const { train, evaluation } = suites;
  const splits: EnvironmentSplit[] = [];
  if (train !== null) {
    const problems = train.problems.map((problem) => ({
      problem,
      teaching: { calls: teacher.get(problem.id) ?? [], sameTarget: targetRetrieval(search, problem) },
    }));
    splits.push({ name: 'train', suite: train.name, problems });
  }
  if (evaluation !== null) {
    const problems = evaluation.problems.map((problem) => ({ problem, teaching: null }));
    splits.push({ name: 'eval', suite: evaluation.name, problems });
  }
  return splits;
}
