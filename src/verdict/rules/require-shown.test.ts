import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { lookupOf, SHOP_PROBLEM, sampleEvidence, sampleProblem, sampleSearchCall } from '../testing/sample-evidence.ts';
import { UNJUDGED } from '../unjudged.ts';
import { NOT_SHOWN, whyFailed } from '../why-failed.ts';
import type { AttemptEvidence, ScoredEvidence } from './attempt-evidence.ts';
import { namesId } from './require-shown.ts';
import { scoreVerdict } from './score-verdict.ts';

/** The query must not name the id. */
const DESK = sampleProblem({ query: 'light for my desk' });

function evidenceOf(list: string, rest: Partial<AttemptEvidence> = {}): ScoredEvidence {
  return sampleEvidence(list, { problem: DESK, ...rest });
}

function verdictOn(evidence: ScoredEvidence) {
  return scoreVerdict('a', evidence, UNJUDGED, lookupOf());
}

describe('products that no result showed', () => {
  it('a product that no result showed earns nothing, with the reason', () => {
    const evidence = evidenceOf('lamp', { calls: [] });
    const { rules } = verdictOn(evidence);
    expect(rules).toMatchObject({ success: false, not_shown: ['lamp'], flags: ['unseen_product'] });
    expect(whyFailed(evidence.problem, null, rules)).toBe(NOT_SHOWN);
  });

  it('a product that no result showed keeps the reference scores, and the benchmark as published', () => {
    const { rules, benchmark } = verdictOn(evidenceOf('lamp', { calls: [] }));
    expect(rules.scores).toEqual(verdictOn(evidenceOf('lamp')).rules.scores);
    expect(rules.scores).toMatchObject({ gt: 1, rule: 1 });
    expect(benchmark).toMatchObject({ success: true, flags: ['unseen_product'] });
    expect(benchmark).not.toHaveProperty('not_shown');
  });

  it('a cart with one product that was not shown fails', () => {
    const cart = (shown: readonly string[]) =>
      verdictOn(
        evidenceOf('lamp,mat', { problem: { ...SHOP_PROBLEM, query: DESK.query }, calls: [sampleSearchCall(shown)] }),
      ).rules;
    expect(cart(['lamp'])).toMatchObject({ success: false, not_shown: ['mat'] });
    expect(cart(['lamp', 'mat'])).toMatchObject({ success: true });
  });

  it('completions, errors and requested ids do not count as shown', () => {
    for (const call of [
      sampleSearchCall(['lamp'], { kind: 'inference' }),
      sampleSearchCall(['lamp'], { status: 500 }),
      sampleSearchCall([], { parameters: { product_ids: 'lamp' } }),
    ]) {
      expect(verdictOn(evidenceOf('lamp', { calls: [call] })).rules.success).toBe(false);
    }
  });

  it('a product page or the problem itself counts as showing a product', () => {
    const page = sampleSearchCall(['lamp'], { kind: 'view' });
    expect(verdictOn(evidenceOf('lamp', { calls: [page] })).rules.success).toBe(true);
    const named = sampleProblem({ query: 'Is product "lamp" sold with COD? Get it.' });
    expect(verdictOn(evidenceOf('lamp', { calls: [], problem: named })).rules.success).toBe(true);
    // Only the first of the two ids is scored; the second is only flagged.
    const behind = evidenceOf('lamp,mat', { calls: [sampleSearchCall(['lamp'])] });
    expect(verdictOn(behind).rules).toMatchObject({ success: true, flags: ['unseen_product', 'too_many_products'] });
  });

  it('requiring shown products never turns a failure into a success', () => {
    fc.assert(
      fc.property(
        fc.subarray(['lamp', 'other-lamp', 'mat', 'bottle']),
        fc.subarray(['lamp', 'other-lamp', 'mat', 'bottle', 'nothing']),
        (shown, recommended) => {
          const list = recommended.join(',');
          const { rules } = verdictOn(evidenceOf(list, { calls: [sampleSearchCall(shown)] }));
          const reference = verdictOn(evidenceOf(list)).rules;
          expect(rules.success).toBe(reference.success && shown.includes(recommended[0]!));
        },
      ),
    );
  });
});

describe('namesId', () => {
  it('namesId requires the complete id', () => {
    expect(namesId('the one with number 128, please', '128')).toBe(true);
    for (const text of ['the 1284', 'a 0128', 'p-128', '128_b', '']) expect(namesId(text, '128')).toBe(false);
    expect(namesId('1284 and 128', '128')).toBe(true);
    expect(namesId('anything', '')).toBe(false);
  });
});
