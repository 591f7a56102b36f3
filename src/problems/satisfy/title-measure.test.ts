import { describe, expect, it } from 'vitest';
import { type TextEmbedder, unitVector } from '../../embedding/text-embedder.ts';
import { embeddingMeasure, lexicalMeasure, lexicalMeasureAt } from './title-measure.ts';
import { comparabilityNote, REFERENCE_TITLE_MODEL, strictThreshold } from './title-thresholds.ts';

const VECTORS: Readonly<Record<string, readonly number[]>> = { lamp: [1, 0], 'desk lamp': [4, 3], chair: [0, 1] };

function embedder(id: string, asked: string[] = []): TextEmbedder {
  return {
    id,
    embed: async (texts) => {
      asked.push(...texts);
      return texts.map((text) => unitVector(VECTORS[text]!)!);
    },
  };
}

describe('embeddingMeasure', () => {
  it('compares titles by the cosine of their precomputed vectors', async () => {
    const asked: string[] = [];
    const similarity = await embeddingMeasure(embedder('m', asked)).prepare({
      wanted: ['lamp', 'lamp'],
      offered: ['desk lamp', 'chair', 'lamp'],
    });
    expect(asked).toEqual(['lamp', 'desk lamp', 'chair']);
    expect(similarity.compare('lamp', 'desk lamp')).toBeCloseTo(0.8, 6);
    expect(similarity.compare('chair', 'lamp')).toBeCloseTo(0, 6);
    expect(similarity).toMatchObject({ name: 'm', threshold: 0.7 });
  });

  it('uses the vectors of a problem if they are of the same model', async () => {
    const vectors = { model: 'm', vectors: { lamp: [0, 2] } };
    const asked: string[] = [];
    const titles = { wanted: ['lamp'], offered: ['chair'], vectors };
    const same = await embeddingMeasure(embedder('m', asked)).prepare(titles);
    expect(asked).toEqual(['chair']);
    expect(same.compare('chair', 'lamp')).toBeCloseTo(1, 6);
    const other = await embeddingMeasure(embedder('n', asked)).prepare(titles);
    expect(asked).toEqual(['chair', 'lamp', 'chair']);
    expect(other.compare('chair', 'lamp')).toBeCloseTo(0, 6);
  });

  it('requests no vectors when nothing is compared', async () => {
    const asked: string[] = [];
    await embeddingMeasure(embedder('m', asked)).prepare({ wanted: [], offered: ['chair'] });
    await embeddingMeasure(embedder('m', asked)).prepare({ wanted: ['lamp'], offered: [] });
    expect(asked).toEqual([]);
  });
});

describe('title thresholds', () => {
  it('title thresholds are those of the reference, and calibrated ones for our own measures', () => {
    expect(strictThreshold(REFERENCE_TITLE_MODEL)).toBe(0.7);
    expect(strictThreshold('all-minilm-l6-v2@0123')).toBe(0.58);
    expect(strictThreshold('some/model')).toBe(0.7);
    expect(lexicalMeasure).toMatchObject({ id: 'lexical', threshold: 0.35 });
    expect(embeddingMeasure(embedder('m'), 0.6).threshold).toBe(0.6);
  });

  it('an older threshold of a recorded verdict can be used', async () => {
    const similarity = await lexicalMeasureAt(0.5).prepare({ wanted: [], offered: [] });
    expect(similarity).toMatchObject({ name: 'lexical', threshold: 0.5 });
    expect(similarity.compare('desk lamp', 'desk lamp')).toBeCloseTo(1, 6);
  });
});

describe('comparabilityNote', () => {
  it('the comparability note is empty only for the measure of the reference', () => {
    expect(comparabilityNote(REFERENCE_TITLE_MODEL)).toBeNull();
    expect(comparabilityNote('lexical')).toContain('not comparable');
    expect(comparabilityNote('all-minilm-l6-v2@0123')).toContain('roughly comparable');
  });
});
