import { describe, expect, it } from 'vitest';
import { lexicalSimilarity } from '../../problems/satisfy.ts';
import {
  LAMP,
  LAMP_WISH,
  lookupOf,
  MAT,
  SHOP_PROBLEM,
  sampleDialogue,
  sampleEvidence,
  sampleProblem,
  sampleSearchCall,
  sampleStep,
  VOUCHER_PROBLEM,
} from '../testing/sample-evidence.ts';
import type { AttemptEvidence } from './attempt-evidence.ts';
import { benchmark } from './benchmark.ts';
import { productionStrict } from './production-strict.ts';
import { scoreAttempt } from './score-attempt.ts';

const STRICT = productionStrict();
const BENCHMARK = benchmark();

function strict(productIds: unknown, rest: Partial<AttemptEvidence> = {}) {
  return scoreAttempt(sampleEvidence(productIds, rest), lookupOf(), STRICT);
}

function loose(productIds: unknown, rest: Partial<AttemptEvidence> = {}) {
  return scoreAttempt(sampleEvidence(productIds, rest), lookupOf(), BENCHMARK);
}

describe('a product problem', () => {
  it('a product problem is solved by its target', () => {
    expect(strict('lamp')).toEqual({
      rule_set: 'production-strict',
      rule_set_version: 3,
      titles: { measure: 'lexical', threshold: 0.35 },
      scores: {
        gt: 1,
        rule: 1,
        product: 1,
        title: 1,
        price: 1,
        service: 1,
        'sku & attrs': 1,
        format: 1,
        length: 1 / 3,
      },
      success: true,
      recommended: ['lamp'],
      flags: [],
    });
  });

  it('a product problem is solved by any product that meets the request', () => {
    const verdict = strict('other-lamp');
    expect(verdict.scores).toMatchObject({ gt: 0, rule: 1, product: 1 });
    expect(verdict.success).toBe(true);
  });

  it('counts what a product other than the target meets', () => {
    const { scores, success } = strict('bottle');
    // Of title, price, service, one option and one attribute, only the price matches.
    expect(scores).toMatchObject({ gt: 0, rule: 1 / 5, product: 1, title: 0, price: 1, service: 0, 'sku & attrs': 0 });
    expect(success).toBe(false);
  });

  it('a product problem looks at the first id only', () => {
    expect(strict('lamp,bottle')).toMatchObject({ success: true, recommended: ['lamp'], flags: ['too_many_products'] });
    expect(strict('bottle,lamp')).toMatchObject({ success: false, recommended: ['bottle'] });
  });

  it('the last recommendation counts, even when it is worse', () => {
    const dialogue = [...sampleDialogue('lamp'), ...sampleDialogue('bottle')];
    expect(strict('', { dialogue }).recommended).toEqual(['bottle']);
    const emptied = [...sampleDialogue('lamp'), ...sampleDialogue('')];
    expect(strict('', { dialogue: emptied })).toMatchObject({ success: false, flags: ['no_recommendation'] });
  });

  it('shows what the target’s own listing lacks, though its rule score is 1', () => {
    const problem = sampleProblem({ targets: [{ ...LAMP_WISH, titles: ['A Light'], services: ['official'] }] });
    expect(strict('lamp', { problem }).scores).toMatchObject({ rule: 1, title: 1, service: 0, price: 1 });
  });
});

describe('a shop problem', () => {
  const of = (ids: unknown) => strict(ids, { problem: SHOP_PROBLEM });

  it('a shop problem is solved by one shop that has everything, by position', () => {
    expect(of('lamp,mat')).toMatchObject({ scores: { gt: 1, rule: 1, shop: 1 }, success: true });
    expect(of('mat,lamp')).toMatchObject({ scores: { gt: 0 }, success: false });
  });

  it('a shop problem requires all products from one shop', () => {
    const elsewhere = lookupOf([LAMP, { ...MAT, shop_id: 'shop-b' }]);
    const verdict = scoreAttempt(sampleEvidence('lamp,mat', { problem: SHOP_PROBLEM }), elsewhere, STRICT);
    expect(verdict).toMatchObject({ scores: { rule: 1, shop: 0 }, success: false });
  });

  it('a shop problem divides by what was asked, not by what was given', () => {
    expect(of('lamp')).toMatchObject({ scores: { gt: 0.5, rule: 0.5, product: 0.5, title: 0.5, shop: 0 } });
  });

  it('a shop problem has no budget, and a product problem has no shop', () => {
    expect(Object.keys(of('lamp').scores)).not.toContain('budget');
    expect(Object.keys(strict('lamp').scores)).not.toContain('shop');
  });
});

describe('a voucher problem', () => {
  const of = (ids: unknown, voucher: Partial<NonNullable<typeof VOUCHER_PROBLEM.voucher>> = {}) =>
    strict(ids, { problem: { ...VOUCHER_PROBLEM, voucher: { ...VOUCHER_PROBLEM.voucher!, ...voucher } } });

  it('a voucher problem is solved within the budget, with the voucher or without', () => {
    // The total is 520.5.
    expect(of('lamp,mat')).toMatchObject({ scores: { rule: 1, budget: 1 }, success: true });
    expect(of('lamp,mat', { budget: 420.4 })).toMatchObject({ scores: { rule: 1, budget: 0 }, success: false });
    expect(of('lamp,mat', { threshold: 520.5 }).scores.budget).toBe(1);
    expect(of('lamp,mat', { threshold: 520.51 }).scores.budget).toBe(0);
    expect(of('lamp,mat', { threshold: 9999, budget: 520.5 }).scores.budget).toBe(1);
    const share = { discount: { type: 'percentage', share: 0.5, cap: 70 } } as const;
    expect(of('lamp,mat', { ...share, budget: 450.5 }).scores.budget).toBe(1);
    expect(of('lamp,mat', { ...share, budget: 450.4 }).scores.budget).toBe(0);
  });

  it('a voucher problem gives nothing for half a cart, however cheap', () => {
    expect(of('lamp')).toMatchObject({ scores: { budget: 0 }, success: false });
    expect(of('lamp,nothing')).toMatchObject({ scores: { budget: 0 }, flags: ['unseen_product', 'unknown_product'] });
  });
});

describe('the two rule sets', () => {
  it('the rule sets differ in the title threshold: the benchmark’s is five sevenths of production’s', () => {
    expect(BENCHMARK.similarity.threshold).toBeCloseTo((lexicalSimilarity.threshold * 5) / 7, 12);
    expect(benchmark({ name: 'embedding', threshold: 0.7, compare: () => 0.5 }).similarity.threshold).toBe(0.5);
    const title = 'Kavari Lamp Reading Night Oak Bedside';
    const problem = sampleProblem({ targets: [{ ...LAMP_WISH, titles: [title] }] });
    // Two common words, of seven and six.
    expect(lexicalSimilarity.compare(LAMP.title, title)).toBeCloseTo(2 / Math.sqrt(7 * 6), 12);
    expect(strict('other-lamp', { problem }).scores.title).toBe(0);
    expect(loose('other-lamp', { problem }).scores.title).toBe(1);
  });

  it('the rule sets differ in a field about which nothing was asked', () => {
    const problem = sampleProblem({ targets: [{ ...LAMP_WISH, services: [] }] });
    expect(strict('other-lamp', { problem }).scores).toMatchObject({ rule: 1, service: 0 });
    expect(loose('other-lamp', { problem }).scores).toMatchObject({ rule: 1, service: 1 });
    // The benchmark does not check the fields of the target.
    const unlike = sampleProblem({ targets: [{ ...LAMP_WISH, services: ['official'] }] });
    expect(loose('lamp', { problem: unlike }).scores).toMatchObject({ rule: 1, service: 1 });
  });

  it('both rule sets give nothing where nothing was asked, except to the target', () => {
    const nothing = { productId: 'lamp', titles: [], services: [], options: {}, attributes: {} };
    const problem = sampleProblem({ targets: [nothing] });
    for (const score of [strict, loose]) {
      expect(score('other-lamp', { problem })).toMatchObject({ scores: { rule: 0 }, success: false });
      expect(score('lamp', { problem })).toMatchObject({ scores: { rule: 1 }, success: true });
    }
  });

  it('the rule sets differ in how ids are read', () => {
    expect(strict(' lamp ').success).toBe(true);
    expect(loose(' lamp ')).toMatchObject({ success: false, recommended: [' lamp '], flags: ['unknown_product'] });
    const twice = { problem: { ...SHOP_PROBLEM, targets: [LAMP_WISH, LAMP_WISH] } };
    expect(strict('lamp,lamp', twice)).toMatchObject({ scores: { rule: 0.5 }, recommended: ['lamp'] });
    expect(loose('lamp,lamp', twice)).toMatchObject({ scores: { rule: 1, shop: 1 }, recommended: ['lamp', 'lamp'] });
    expect(strict(',,lamp,\tmat\n', { problem: SHOP_PROBLEM }).success).toBe(true);
    expect(loose(',lamp,mat', { problem: SHOP_PROBLEM }).recommended).toEqual(['', 'lamp']);
  });

  it('the rule sets differ in how a cart with a wrong product scores', () => {
    // The bottle does not match the mat at all, but it is from the same shop and cheap.
    expect(strict('lamp,bottle', { problem: SHOP_PROBLEM }).scores).toMatchObject({ rule: 0.5, shop: 0 });
    expect(loose('lamp,bottle', { problem: SHOP_PROBLEM }).scores).toMatchObject({ rule: 0.5, shop: 1 });
    expect(strict('lamp,bottle', { problem: VOUCHER_PROBLEM }).scores.budget).toBe(0);
    expect(loose('lamp,bottle', { problem: VOUCHER_PROBLEM }).scores.budget).toBe(1);
    // This never makes an attempt succeed, because success requires every rule to be 1.
    expect(loose('lamp,bottle', { problem: SHOP_PROBLEM }).success).toBe(false);
  });

  it('every verdict names its rule set', () => {
    expect(loose('lamp')).toMatchObject({ rule_set: 'benchmark', rule_set_version: 2 });
    expect([STRICT.denominator, BENCHMARK.denominator]).toEqual(['suite', 'attempted']);
  });
});

describe('products not shown to the agent', () => {
  it('products not shown to the agent are flagged, and the reference scores stay', () => {
    expect(strict('lamp', { calls: [] })).toMatchObject({ success: true, flags: ['unseen_product'] });
    expect(strict('lamp', { calls: [sampleSearchCall(['lamp'], { kind: 'view' })] }).flags).toEqual([]);
  });

  it('what the agent says, requests or is refused does not make a product shown', () => {
    const claim = sampleStep('find_product', { q: 'lamp' }, { proxy_calls: [{ result_product_ids: ['lamp'] }] });
    const dialogue = [claim, ...sampleDialogue('lamp')];
    for (const call of [
      sampleSearchCall(['lamp'], { kind: 'inference' }),
      sampleSearchCall(['lamp'], { status: 500 }),
      sampleSearchCall([], { parameters: { product_ids: 'lamp' } }),
      sampleSearchCall([], { response: 'lamp' }),
      sampleSearchCall([], { response: [null, ['lamp'], { product_id: { lamp: 1 } }] }),
    ]) {
      expect(strict('', { dialogue, calls: [call] }).flags).toEqual(['unseen_product']);
    }
  });
});

describe('failed attempts', () => {
  it('a failed attempt has zero scores, with the fields of its kind of problem', () => {
    const fault = { code: 'AGENT_RAISED', number: 1007, owner: 'agent', message: 'agent_main raised' } as const;
    const zero = {
      gt: 0,
      rule: 0,
      product: 0,
      title: 0,
      price: 0,
      service: 0,
      'sku & attrs': 0,
      format: 0,
      length: 0,
    };
    const failed = { success: false, recommended: [], flags: ['no_recommendation'] };
    expect(strict('', { dialogue: null, fault })).toMatchObject({ ...failed, scores: zero });
    expect(strict('', { dialogue: null, problem: SHOP_PROBLEM, fault }).scores).toEqual({ ...zero, shop: 0 });
    expect(strict('', { dialogue: null, problem: VOUCHER_PROBLEM, fault }).scores).toEqual({ ...zero, budget: 0 });
    expect(strict('', { dialogue: [] })).toMatchObject({ ...failed, scores: zero });
    // An answer given before the agent timed out does not count.
    expect(strict('lamp', { fault })).toMatchObject({ ...failed, scores: zero });
  });
});

describe('malformed products', () => {
  it('a product whose price is not a number counts as unknown', () => {
    const odd = { ...LAMP, price: '300' as unknown as number };
    const verdict = scoreAttempt(sampleEvidence('lamp'), lookupOf([odd]), STRICT);
    expect(verdict).toMatchObject({ success: false, scores: { product: 0, rule: 0 }, flags: ['unknown_product'] });
  });

  it('a product id of a megabyte is shown in part', () => {
    const verdict = strict('x'.repeat(1_000_000));
    expect(verdict.recommended[0]).toHaveLength(128);
    expect(verdict.flags).toEqual(['unseen_product', 'unknown_product']);
  });
});
