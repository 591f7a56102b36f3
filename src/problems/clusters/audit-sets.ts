import type { MarketIndex } from '../../market/market-index.ts';
import type { Problem } from '../problem.ts';
import type { Edge } from './edge.ts';
import { findClusters } from './find-clusters.ts';
import type { QuerySimilarity } from './query-similarity.ts';
import { questionOf } from './question.ts';
import { shopEdges, shopOf } from './shop-edges.ts';
import { wordSimilarity } from './word-similarity.ts';

/** A named set of problems, one side of an audit. */
export interface ProblemSet {
  readonly name: string;
  readonly problems: readonly Problem[];
}

/** A link between two sets, with the reason. */
export interface Crossing {
  readonly reason: Edge['reason'];
  readonly left: { readonly set: string; readonly problem: string };
  readonly right: { readonly set: string; readonly problem: string };
  readonly similarity?: number;
}

export interface Audit {
  readonly problems: number;
  readonly clusters: number;
  /** Direct links from one set to another. If there are none, the sets are clean. */
  readonly crossings: readonly Crossing[];
  readonly sharedProducts: readonly string[];
  readonly sharedShops: readonly string[];
}

/**
 * Checks whether one set leaks information about another: shared target products, shops of shop problems, leak
 * clusters.
 */
export function auditSets(
  sets: readonly ProblemSet[],
  market?: MarketIndex,
  similarity: QuerySimilarity = wordSimilarity,
): Audit {
  const owners = sets.flatMap((set, place) => set.problems.map(() => place));
  const problems = sets.flatMap((set) => set.problems);
  const extraEdges = market === undefined ? [] : shopEdges(problems, market);
  const { edges, clusters } = findClusters(problems.map(questionOf), { extraEdges, similarity });
  const side = (member: number) => ({ set: sets[owners[member]!]!.name, problem: problems[member]!.id });
  // Groups are chained, so a link between two sets may pass through a third member; each pair of neighbours is checked.
  const crossings = edges
    .filter(({ left, right }) => owners[left] !== owners[right])
    .map(
      ({ left, right, reason, similarity }): Crossing => ({
        reason,
        left: side(left),
        right: side(right),
        ...(similarity !== undefined && { similarity }),
      }),
    );
  return {
    problems: problems.length,
    clusters: clusters.length,
    crossings,
    sharedProducts: sharedBetween(sets, (problem) => problem.targets.map((target) => target.productId)),
    sharedShops:
      market === undefined
        ? []
        : sharedBetween(sets, (problem) => [shopOf(problem, market)].filter((shop) => shop !== undefined)),
  };
}

function sharedBetween(sets: readonly ProblemSet[], keysOf: (problem: Problem) => readonly string[]): string[] {
  const owner = new Map<string, number>();
  const shared = new Set<string>();
  for (const [set, { problems }] of sets.entries()) {
    for (const key of problems.flatMap(keysOf)) {
      const first = owner.get(key);
      if (first === undefined) owner.set(key, set);
      else if (first !== set) shared.add(key);
    }
  }
  return [...shared].sort();
}
