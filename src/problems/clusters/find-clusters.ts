import type { Edge } from './edge.ts';
import { exactEdges } from './exact-edges.ts';
import { nearDuplicates } from './near-duplicates.ts';
import type { QuerySimilarity } from './query-similarity.ts';
import type { Question } from './question.ts';
import { readRequests } from './request-text.ts';
import { UnionFind } from './union-find.ts';
import { wordSimilarity } from './word-similarity.ts';

export interface LeakClusters {
  /** Every edge with its reason, including edges that joined nothing new. */
  readonly edges: readonly Edge[];
  /** For each question, the smallest index in its cluster. */
  readonly clusterOf: Uint32Array;
  /** Indices of the members, in order of the first member; includes clusters of one. */
  readonly clusters: readonly (readonly number[])[];
}

export interface ClusterOptions {
  readonly similarity?: QuerySimilarity;
  /** Additional edges, such as a shared shop. */
  readonly extraEdges?: readonly Edge[];
}

/** Finds problems that are variants of each other, however disguised. A split must not divide a cluster. */
export function findClusters(questions: readonly Question[], options: ClusterOptions = {}): LeakClusters {
  const texts = readRequests(questions.map(({ query }) => query));
  const similarity = options.similarity ?? wordSimilarity;
  const groups = new UnionFind(questions.length);
  const copies: readonly Edge[] = [...exactEdges(questions, texts), ...nearDuplicates(texts)];
  for (const { left, right } of copies) groups.union(left, right);
  const similar = similarity.similarPairs(texts, (place) => groups.find(place));
  const further: readonly Edge[] = [
    ...similar.map((pair): Edge => ({ ...pair, reason: 'paraphrase' })),
    ...(options.extraEdges ?? []),
  ];
  for (const { left, right } of further) groups.union(left, right);
  const edges = [...copies, ...further];
  const clusterOf = Uint32Array.from(questions, (_, place) => groups.find(place));
  const members = new Map<number, number[]>();
  for (const [place, cluster] of clusterOf.entries()) {
    const others = members.get(cluster);
    if (others === undefined) members.set(cluster, [place]);
    else others.push(place);
  }
  return { edges, clusterOf, clusters: [...members.values()] };
}
