import { describe, expect, it } from 'vitest';
import type { TextEmbedder } from '../../embedding/text-embedder.ts';
import { embeddingSimilarity } from './embedding-similarity.ts';
import { readRequests } from './request-text.ts';
import { wordSimilarity } from './word-similarity.ts';

const ORIGIN = 'Looking for a corduroy dungaree with brass buckles and deep pockets.';
const REWORDED = 'My overalls fell apart, is there a fresh corduroy one with roomy pouches and yellowish clasps?';
const OTHERS = ['A corduroy cap for my uncle.', 'Show me velvet curtains.', 'Tea towels with a checked pattern.'];

/** Two directions: garments with straps, and everything else. */
const embedder: TextEmbedder = {
  id: 'straps',
  embed: async (texts) =>
    texts.map((text) => Float32Array.from(/dungaree|overalls|vacuum/.test(text) ? [0.8, 0.6] : [0, 1])),
};

describe('embedding similarity', () => {
  it('embedding similarity joins a rewording without numbers that word similarity misses', async () => {
    const queries = [...OTHERS, ORIGIN, REWORDED];
    expect(wordSimilarity.similarPairs(readRequests(queries))).toEqual([]);
    const similarity = await embeddingSimilarity(embedder, queries);
    expect(similarity.similarPairs(readRequests(queries))).toEqual([
      { left: 3, right: 4, similarity: expect.any(Number) },
    ]);
  });

  it('embedding similarity does not join requests that state different colours', async () => {
    const queries = [...OTHERS, `${ORIGIN} In green.`, `${REWORDED} In black.`];
    const similarity = await embeddingSimilarity(embedder, queries);
    expect(similarity.similarPairs(readRequests(queries))).toEqual([]);
  });

  it('gives the embedding model our language’s phrases in plain words', async () => {
    const seen: string[] = [];
    const spy: TextEmbedder = {
      ...embedder,
      embed: async (texts) => {
        seen.push(...texts);
        return await embedder.embed(texts);
      },
    };
    await embeddingSimilarity(spy, ['We are after something that sucks up dust around the house.', ORIGIN]);
    expect(seen).toEqual([expect.stringContaining('vacuum'), ORIGIN]);
  });
});
