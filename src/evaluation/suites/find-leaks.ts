import { findClusters, type Question, questionOf } from '../../problems/clusters.ts';
import type { Problem } from '../../problems/problem.ts';

export interface TrainingSet {
  readonly name: string;
  readonly questions: readonly Question[];
}

/** A problem of a suite that a training set leaks. */
export interface Leak {
  readonly problem: string;
  readonly set: string;
  readonly trained: string;
  /** The reason of a direct link; `linked` if only other members of its cluster are linked to the training set. */
  readonly reason: string;
}

/** Every problem of the suite that shares a leak cluster with training data. */
export function findLeaks(suite: readonly Problem[], sets: readonly TrainingSet[]): readonly Leak[] {
  const trained = sets.flatMap(({ name, questions }) => questions.map((question) => ({ name, question })));
  if (trained.length === 0) return [];
  const { edges, clusterOf, clusters } = findClusters([
    ...suite.map(questionOf),
    ...trained.map(({ question }) => question),
  ]);
  const members = new Map(clusters.map((cluster) => [clusterOf[cluster[0]!]!, cluster]));
  return suite.flatMap(({ id }, place): Leak[] => {
    const cluster = members.get(clusterOf[place]!)!;
    const outside = cluster.find((member) => member >= suite.length);
    if (outside === undefined) return [];
    const link = edges.find(({ left, right }) => left === place && right >= suite.length);
    const other = trained[(link?.right ?? outside) - suite.length]!;
    return [{ problem: id, set: other.name, trained: other.question.id, reason: link?.reason ?? 'linked' }];
  });
}
