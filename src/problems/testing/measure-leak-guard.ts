import { findClusters } from '../clusters/find-clusters.ts';
import type { QuerySimilarity } from '../clusters/query-similarity.ts';

export interface Stated {
  readonly id: string;
  readonly query: string;
}

/** A paraphrase of one request or of several merged requests, or a look-alike of one. */
export interface Paraphrase {
  readonly origin?: string | readonly string[];
  readonly near?: string;
  readonly style: string;
  readonly text: string;
}

export interface LeakGuardResult {
  readonly styles: ReadonlyMap<string, { caught: number; total: number }>;
  readonly paraphrases: number;
  readonly caught: number;
  readonly lookAlikes: number;
  readonly joined: number;
  /** Pairs of haystack requests that share a cluster. */
  readonly strangers: number;
  /** One line for each paraphrase missed and each look-alike joined. */
  readonly notes: readonly string[];
}

/**
 * Clusters haystack and paraphrases together by their texts only. A paraphrase is caught if it shares a cluster with an
 * origin (each origin of a merged one counts for a share). A look-alike is joined if it shares a cluster with any
 * request of the haystack.
 */
export function measureLeakGuard(
  haystack: readonly Stated[],
  paraphrases: readonly Paraphrase[],
  similarity: QuerySimilarity,
): LeakGuardResult {
  const questions = [
    ...haystack.map(({ id, query }) => ({ id, query, targets: [] })),
    ...paraphrases.map(({ text }, number) => ({ id: `paraphrase-${number}`, query: text, targets: [] })),
  ];
  const { clusterOf, clusters } = findClusters(questions, { similarity });
  const placeOf = new Map(haystack.map(({ id }, place) => [id, place]));
  const taken = new Set(haystack.map((_, place) => clusterOf[place]!));
  const styles = new Map<string, { caught: number; total: number }>();
  const notes: string[] = [];
  let [caught, total, joined, lookAlikes] = [0, 0, 0, 0];
  for (const [number, { origin, style, text }] of paraphrases.entries()) {
    const cluster = clusterOf[haystack.length + number]!;
    if (origin === undefined) {
      lookAlikes++;
      if (!taken.has(cluster)) continue;
      joined++;
      notes.push(`joined ${style}: ${text}`);
      continue;
    }
    const places = [origin].flat().map((id) => placeOf.get(id));
    if (places.includes(undefined)) throw new Error(`the haystack lacks ${[origin].flat().join(' or ')}`);
    const found = places.filter((place) => clusterOf[place!] === cluster).length / places.length;
    const counts = styles.get(style) ?? { caught: 0, total: 0 };
    styles.set(style, { caught: counts.caught + found, total: counts.total + 1 });
    caught += found;
    total++;
    if (found < 1) notes.push(`missed ${style}: ${text}`);
  }
  const strangers = clusters.reduce((sum, cluster) => {
    const members = cluster.filter((place) => place < haystack.length).length;
    return sum + (members * (members - 1)) / 2;
  }, 0);
  return { styles, paraphrases: total, caught, lookAlikes, joined, strangers, notes };
}
