import { cosine, type TextEmbedder } from '../../embedding/text-embedder.ts';
import { plainWords } from './plain-words.ts';
import type { QuerySimilarity } from './query-similarity.ts';
import { readOneRequest } from './request-text.ts';
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
  const distinct = [...new Set(queries)];
  for (let start = 0; start < distinct.length; start += BATCH) {
    const batch = distinct.slice(start, start + BATCH);
    const made = await embedder.embed(batch.map(inPlainWords));
    for (const [place, vector] of made.entries()) vectors.set(batch[place]!, vector);
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

/** A model knows a vacuum cleaner better than "something that sucks up dust". */
function inPlainWords(query: string): string {
  const { words, phrases } = readOneRequest(query);
  return phrases.length === 0 ? query : plainWords(words, phrases).join(' ');
}
