import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, describe, expect, it } from 'vitest';
import { DEFAULT_EMBEDDING_MODEL, findModel } from '../models/known-models.ts';
import { scaled } from '../testing/scaled.ts';
import { LocalEmbedder } from './local-embedder.ts';
import { findEmbeddingModel } from './testing/find-embedding-model.ts';
import { cosine } from './text-embedder.ts';

const MODEL = findModel(DEFAULT_EMBEDDING_MODEL)!;
const found = await findEmbeddingModel();
const skipped = 'reason' in found ? ` (skipped: ${found.reason})` : '';

describe.skipIf('reason' in found)(`LocalEmbedder${skipped}`, { timeout: scaled(60_000) }, () => {
  const embedder = new LocalEmbedder('folder' in found ? found.folder : '', MODEL);
  afterAll(async () => await embedder.close());

  it('places texts of similar meaning closer than unrelated texts', async () => {
    const [towel, same, keyboard] = await embedder.embed([
      'red cotton face towel',
      'towel for the face, crimson',
      'mechanical usb keyboard',
    ]);
    expect(towel).toHaveLength(384);
    expect(cosine(towel!, towel!)).toBeCloseTo(1, 5);
    expect(cosine(towel!, same!)).toBeGreaterThan(0.6);
    expect(cosine(towel!, keyboard!)).toBeLessThan(0.3);
  });

  it('the vector of a text does not depend on the other texts of the batch', async () => {
    const text = 'Cleaning Cloth 13x13 Cotton';
    const [alone] = await embedder.embed([text]);
    const [, beside] = await embedder.embed(['a much longer text about something else entirely'.repeat(9), text]);
    expect(beside).toEqual(alone);
  });

  it('embeds any text: empty, very long, malformed', async () => {
    const vectors = await embedder.embed(['', 'word '.repeat(50_000), '\ud800 half a character', '日本語 ✨']);
    for (const vector of vectors) expect(cosine(vector, vector)).toBeCloseTo(1, 5);
  });

  it('reproduces the similarities documented for the embedding model', async () => {
    // From the quickstart of sentence-transformers, for float32 weights; int8 differs by a few hundredths.
    const [lovely, sunny, stadium] = await embedder.embed([
      'The weather is lovely today.',
      "It's so sunny outside!",
      'He drove to the stadium.',
    ]);
    expect(Math.abs(cosine(lovely!, sunny!) - 0.666)).toBeLessThan(0.04);
    expect(Math.abs(cosine(lovely!, stadium!) - 0.105)).toBeLessThan(0.04);
    expect(Math.abs(cosine(sunny!, stadium!) - 0.141)).toBeLessThan(0.04);
  });
});

describe('LocalEmbedder without its files', () => {
  it('names the command that fetches missing model files', () => {
    const empty = mkdtempSync(join(tmpdir(), 'no-model-'));
    expect(() => new LocalEmbedder(empty, MODEL)).toThrow(/is not in/);
    rmSync(empty, { recursive: true });
  });
});
