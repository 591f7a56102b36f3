import { randomUUID } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import { type TextEmbedder, unitVector } from '../embedding/text-embedder.ts';
import { embeddingMeasure, type TitleMeasure } from '../problems/satisfy/title-measure.ts';
import { gradeAttempt } from './grade-attempt.ts';
import type { AttemptEvidence } from './rules/attempt-evidence.ts';
import { BOTTLE, LAMP_WISH, lookupOf, sampleEvidence, sampleProblem } from './testing/sample-evidence.ts';
import { UNJUDGED } from './unjudged.ts';
import { verdictSchema } from './verdict.ts';

/** Gives a bottle a high similarity to a lamp. */
const ODD: TextEmbedder = {
  id: 'odd',
  embed: async (texts) => texts.map((text) => unitVector(text === BOTTLE.title ? [0.6, 0.8] : [1, 0])!),
};
const WISH = { productId: 'lamp', titles: LAMP_WISH.titles, services: [], options: {}, attributes: {} };

async function graded(evidence: AttemptEvidence, titles?: TitleMeasure) {
  const products = lookupOf();
  const search = { products: async (ids: readonly string[]) => ids.flatMap((id) => products(id) ?? []) };
  const verdict = await gradeAttempt(randomUUID(), evidence, { search, titles, judge: async () => UNJUDGED });
  return verdictSchema.parse(verdict);
}

describe('gradeAttempt with a title measure', () => {
  const evidence = sampleEvidence('bottle', { problem: sampleProblem({ targets: [WISH] }) });

  it('compares title words by default, and records the measure', async () => {
    const { rules, benchmark } = await graded(evidence);
    expect(rules).toMatchObject({ success: false, titles: { measure: 'lexical', threshold: 0.35 } });
    expect(benchmark.titles).toEqual({ measure: 'lexical', threshold: 0.25 });
  });

  it('compares titles by model vectors, with the threshold of each rule set, and records both', async () => {
    const { rules, benchmark } = await graded(evidence, embeddingMeasure(ODD));
    // The cosine is 0.6: enough for the benchmark but not for production.
    expect(rules).toMatchObject({ success: false, titles: { measure: 'odd', threshold: 0.7 } });
    expect(benchmark).toMatchObject({ success: true, titles: { measure: 'odd', threshold: 0.5 } });
    expect((await graded(evidence, embeddingMeasure(ODD, 0.55))).rules.success).toBe(true);
  });

  it('compares the product with vectors that came with the problem', async () => {
    const vectors = { [WISH.titles[0]!]: [0.6, 0.8] };
    const problem = sampleProblem({ targets: [WISH], titleVectors: { model: 'odd', vectors } });
    expect((await graded({ ...evidence, problem }, embeddingMeasure(ODD))).rules.success).toBe(true);
    const other = sampleProblem({ targets: [WISH], titleVectors: { model: 'other', vectors } });
    expect((await graded({ ...evidence, problem: other }, embeddingMeasure(ODD))).rules.success).toBe(false);
  });

  it('grading fails when the title model does not answer, instead of using another measure', async () => {
    const silent = { id: 'silent', embed: async () => Promise.reject(new Error('no answer')) };
    await expect(graded(evidence, embeddingMeasure(silent))).rejects.toThrow('no answer');
  });
});
