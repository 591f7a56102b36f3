/** Leak clusters and splits that respect them. */
export { auditSets, type Crossing, type ProblemSet } from './clusters/audit-sets.ts';
export { EDGE_REASONS } from './clusters/edge.ts';
export { similarityWith } from './clusters/embedding-similarity.ts';
export { findClusters } from './clusters/find-clusters.ts';
export { type Question, questionOf } from './clusters/question.ts';
export { readManifest, readSplit } from './clusters/read-split.ts';
export { shopEdges, shopOf } from './clusters/shop-edges.ts';
export { CrossingCluster, SPLIT_NAMES, type SplitName, splitByCluster } from './clusters/split-by-cluster.ts';
export { splitProblems } from './clusters/split-problems.ts';
export { wordSimilarity } from './clusters/word-similarity.ts';
