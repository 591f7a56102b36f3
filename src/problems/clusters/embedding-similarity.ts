import { cosine, type TextEmbedder } from '../../embedding/text-embedder.ts';
import type { QuerySimilarity } from './query-similarity.ts';
import { similarPairs, wordSimilarity } from './word-similarity.ts';

/** Texts per request to the embedder, so that a cache keeps what was done when the rest is interrupted. */
const BATCH = 256;

/** The measure of a comparison: with the embedding model if there is one, otherwise by words and numbers alone. */
export async function similarityWith(
  embedder: TextEmbedder | undefined,
  problems: readonly { readonly query: string }[],
): Promise<QuerySimilarity> {
  if (embedder === undefined) return wordSimilarity;
  return await embeddingSimilarity(
    embedder,
    problems.map(({ query }) => query),
  );
}

/**
 * Words and numbers, with the vectors of an embedding model as a further sign of closeness. The vectors are made now, all
 * queries that will be compared have to be among these.
 */
export async function embeddingSimilarity(
  embedder: TextEmbedder,
  queries: readonly string[],
): Promise<QuerySimilarity> {
  const vectors = new Map<string, Float32Array>();
  const texts = [...new Set(queries)];
  for (let start = 0; start < texts.length; start += BATCH) {
    const batch = texts.slice(start, start + BATCH);
    for (const [place, vector] of (await embedder.embed(batch)).entries()) vectors.set(batch[place]!, vector);
  }
  return {
    name: `${wordSimilarity.name}, ${embedder.id}`,
    threshold: wordSimilarity.threshold,
    similarPairs(compared) {
      const known = compared.map(({ query }) => vectors.get(query));
      return similarPairs(compared, (left, right) => {
        const [one, other] = [known[left], known[right]];
        return one === undefined || other === undefined ? undefined : cosine(one, other);
      });
    },
  };
}
