import type { MarketIndex } from '../../market/index/market-index.ts';
import { findClusters } from '../../problems/clusters/find-clusters.ts';
import { questionOf } from '../../problems/clusters/question.ts';
import { shopEdges } from '../../problems/clusters/shop-edges.ts';
import type { Problem } from '../../problems/problem.ts';

/** By problem the leak cluster it is counted with, named by the first of its members. */
export function clusterNames(problems: readonly Problem[], market: MarketIndex): ReadonlyMap<string, string> {
  const ordered = problems.toSorted((left, right) => (left.id < right.id ? -1 : 1));
  const { clusterOf } = findClusters(ordered.map(questionOf), { extraEdges: shopEdges(ordered, market) });
  return new Map(ordered.map(({ id }, place) => [id, ordered[clusterOf[place]!]!.id]));
}
