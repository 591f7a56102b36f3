import { cosine, type TextEmbedder, unitVector } from '../../embedding/text-embedder.ts';
import type { TitleVectors } from '../problem.ts';
import { lexicalSimilarity } from './lexical-similarity.ts';
import type { TitleSimilarity } from './title-similarity.ts';
import { strictThreshold } from './title-thresholds.ts';

/** The titles stated by a problem, and the titles of the products compared with them. */
export interface ComparedTitles {
  readonly wanted: readonly string[];
  readonly offered: readonly string[];
  /** Vectors supplied with the problem; used only if they are from the measure's own model. */
  readonly vectors?: TitleVectors | undefined;
}

/**
 * Port: how titles are compared. The reference uses an embedding model. `prepare` does all computation and requests
 * before the scorer runs, so that the scorer stays pure.
 */
export interface TitleMeasure {
  /** `lexical`, or the id of an embedding model. Verdicts record it. */
  readonly id: string;
  /** Threshold of the strict rule set. */
  readonly threshold: number;
  /** Returns a comparison for these titles. */
  prepare(titles: ComparedTitles): Promise<TitleSimilarity>;
}

/** Compares words; needs no model. */
export const lexicalMeasure: TitleMeasure = lexicalMeasureAt(lexicalSimilarity.threshold);

/** Compares words, with the threshold that a verdict recorded. */
export function lexicalMeasureAt(threshold: number): TitleMeasure {
  const similarity = { ...lexicalSimilarity, threshold };
  return { id: similarity.name, threshold, prepare: async () => similarity };
}

/** Compares the vectors of an embedding model. */
export function embeddingMeasure(embedder: TextEmbedder, threshold = strictThreshold(embedder.id)): TitleMeasure {
  return {
    id: embedder.id,
    threshold,
    prepare: async (titles) => {
      const vectors = await vectorsOf(titles, embedder);
      const compare = (left: string, right: string) => cosine(vectors.get(left)!, vectors.get(right)!);
      return { name: embedder.id, threshold, compare };
    },
  };
}

async function vectorsOf(
  { wanted, offered, vectors: given }: ComparedTitles,
  embedder: TextEmbedder,
): Promise<ReadonlyMap<string, Float32Array>> {
  const vectors = new Map<string, Float32Array>();
  // If one side is empty, no vectors are needed.
  if (wanted.length === 0 || offered.length === 0) return vectors;
  for (const title of given?.model === embedder.id ? wanted : []) {
    const values = Object.hasOwn(given!.vectors, title) ? given!.vectors[title]! : [];
    const vector = unitVector(values);
    if (vector !== undefined) vectors.set(title, vector);
  }
  const missing = [...new Set([...wanted, ...offered])].filter((title) => !vectors.has(title));
  const made = await embedder.embed(missing);
  for (const [place, title] of missing.entries()) vectors.set(title, made[place]!);
  return vectors;
}
