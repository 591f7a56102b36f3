import { cosine, type TextEmbedder } from '../../embedding/text-embedder.ts';
import { plainWords } from './plain-words.ts';
import type { QuerySimilarity } from './query-similarity.ts';
import { readOneRequest } from './request-text.ts';
import { type MeaningOf, similarPairs, wordSimilarity } from './word-similarity.ts';

/** Texts per request to the embedder, so that a cache keeps finished batches if a later one is interrupted. */
const BATCH = 256;

/** The similarity measure to use: with the embedding model if there is one, otherwise words and numbers alone. */
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
 * Words and numbers, with the vectors of an embedding model as additional evidence. The vectors are computed now, so
 * `queries` must contain every query that will be compared.
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
    similarPairs(compared, groupOf) {
      const known = compared.map(({ query }) => vectors.get(query));
      const missing = known.indexOf(undefined);
      if (missing !== -1) throw new Error(`no vector was made of: ${compared[missing]!.query}`);
      return similarPairs(compared, { meaning: meaningsOf(known as Float32Array[]), groupOf });
    },
  };
}

/** Number of other requests used to estimate how close a request usually is to others. */
const SAMPLE = 200;
/** Prior for that estimate, weighted like this many samples, because a small set of requests gives a poor estimate. */
const USUAL = { looks: 50, mean: 0.25, deviation: 0.11 };

/**
 * Returns the cosine of a pair and how far it is above the usual cosines of either request, because some requests are
 * close to everything.
 */
function meaningsOf(vectors: readonly Float32Array[]): MeaningOf {
  const size = Math.min(SAMPLE, vectors.length);
  const sample = Array.from({ length: size }, (_, number) => Math.floor((number * vectors.length) / size));
  const usual = vectors.map((vector, place) => {
    let [looks, sum] = [USUAL.looks, USUAL.looks * USUAL.mean];
    let squares = USUAL.looks * (USUAL.mean ** 2 + USUAL.deviation ** 2);
    for (const other of sample) {
      if (other === place) continue;
      const close = cosine(vector, vectors[other]!);
      looks++;
      sum += close;
      squares += close ** 2;
    }
    const mean = sum / looks;
    return { mean, deviation: Math.sqrt(squares / looks - mean ** 2) };
  });
  return (left, right) => {
    const close = cosine(vectors[left]!, vectors[right]!);
    const surprises = [left, right].map((place) => (close - usual[place]!.mean) / usual[place]!.deviation);
    return { cosine: close, surprise: Math.max(...surprises) };
  };
}

/** Models represent "vacuum cleaner" better than "something that sucks up dust". */
function inPlainWords(query: string): string {
  const { words, phrases } = readOneRequest(query);
  return phrases.length === 0 ? query : plainWords(words, phrases).join(' ');
}
