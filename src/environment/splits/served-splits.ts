import type { Search } from '../../market/search.ts';
import type { Problem } from '../../problems/problem.ts';
import { type TeacherCall, targetRetrieval } from '../../training/step-reward.ts';
import type { EnvironmentSplit, ServedProblem } from '../session/environment-split.ts';
import type { SplitSuites } from './open-split-suites.ts';

export interface ServedSplits {
  readonly suites: Pick<SplitSuites, 'train' | 'evaluation'>;
  /** Calls of teachers that solved a problem of the train split, by problem. */
  readonly teacher: ReadonlyMap<string, readonly TeacherCall[]>;
  readonly search: Pick<Search, 'find'>;
  /** The leak cluster of each problem of a suite. */
  readonly clustersOf: (problems: readonly Problem[]) => ReadonlyMap<string, string>;
}

/** The train split comes first, because a reset uses the first split by default. */
export function servedSplits({ suites, teacher, search, clustersOf }: ServedSplits): readonly EnvironmentSplit[] {
  const { train, evaluation } = suites;
  const splits: EnvironmentSplit[] = [];
  const served = (
    problems: readonly Problem[],
    teachingOf: (problem: Problem) => ServedProblem['teaching'],
  ): readonly ServedProblem[] => {
    const clusters = clustersOf(problems);
    return problems.map((problem) => ({
      problem,
      cluster: clusters.get(problem.id)!,
      teaching: teachingOf(problem),
    }));
  };
  if (train !== null) {
    const problems = served(train.problems, (problem) => ({
      calls: teacher.get(problem.id) ?? [],
      sameTarget: targetRetrieval(search, problem),
    }));
    splits.push({ name: 'train', suite: train.name, problems });
  }
  if (evaluation !== null) {
    splits.push({ name: 'eval', suite: evaluation.name, problems: served(evaluation.problems, () => null) });
  }
  return splits;
}
