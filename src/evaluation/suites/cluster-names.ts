import type { MarketIndex } from '../../market/market-index.ts';
import { findClusters, questionOf, shopEdges } from '../../problems/clusters.ts';
import type { Problem } from '../../problems/problem.ts';

/** The leak cluster of each problem, named after its first member. */
export function clusterNames(problems: readonly Problem[], market: MarketIndex): ReadonlyMap<string, string> {
  const ordered = problems.toSorted((left, right) => (left.id < right.id ? -1 : 1));
  const { clusterOf } = findClusters(ordered.map(questionOf), { extraEdges: shopEdges(ordered, market) });
  return new Map(ordered.map(({ id }, place) => [id, ordered[clusterOf[place]!]!.id]));
}
