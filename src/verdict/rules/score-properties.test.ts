import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { Marketplace } from '../../market/marketplace.ts';
import type { Product } from '../../market/product.ts';
import { SERVICES } from '../../market/service.ts';
import type { Category, Problem, Target, Voucher } from '../../problems/problem.ts';
import { Random } from '../../random/random.ts';
import { lookupOf, sampleEvidence, sampleProblem } from '../testing/sample-evidence.ts';
import { benchmark } from './benchmark.ts';
import { productionStrict } from './production-strict.ts';
import { scoreAttempt } from './score-attempt.ts';

const PRODUCTS = [...new Marketplace(300, 5)];
const LOOKUP = lookupOf(PRODUCTS);
const RULE_SETS = [productionStrict(), benchmark()];

/** A target with some true and some false requirements about the product. */
const wish = fc
  .record({
    product: fc.constantFrom(...PRODUCTS),
    told: fc.constantFrom(...PRODUCTS),
    titles: fc.boolean(),
    high: fc.option(fc.integer({ min: 1, max: 5000 }), { nil: undefined }),
    services: fc.subarray([...SERVICES]),
    attributes: fc.boolean(),
    options: fc.boolean(),
  })
  .map(
    ({ product, told, titles, high, services, attributes, options }): Target => ({
      productId: product.product_id,
      titles: titles ? [told.title] : [],
      services,
      options: options ? (Object.values(told.sku_options)[0] ?? {}) : {},
      attributes: attributes ? told.attributes : {},
      ...(high !== undefined && { price: { mode: 'less than', high } as const }),
    }),
  );

const voucher = fc.record({
  scope: fc.constantFrom('platform' as const, 'shop' as const),
  threshold: fc.integer({ min: 0, max: 3000 }),
  discount: fc.oneof(
    fc.record({ type: fc.constant('fixed' as const), amount: fc.integer({ min: 0, max: 500 }) }),
    fc.record({
      type: fc.constant('percentage' as const),
      share: fc.double({ min: 0, max: 1, noNaN: true }),
      cap: fc.integer({ min: 0, max: 500 }),
    }),
  ),
  budget: fc.integer({ min: 0, max: 5000 }),
  priceAfterVoucher: fc.constant(0),
});

const problem = fc
  .record({
    category: fc.constantFrom<Category[]>('product', 'shop', 'voucher'),
    targets: fc.array(wish, { minLength: 1, maxLength: 4 }),
    voucher,
  })
  .map(({ category, targets, voucher: given }): Problem => {
    const wishes = category === 'product' ? targets.slice(0, 1) : targets;
    return sampleProblem({ category, targets: wishes, ...(category === 'voucher' && { voucher: given }) });
  });

const ids = fc
  .array(fc.constantFrom(...PRODUCTS.map(({ product_id }) => product_id), '', ' ', 'nobody'), { maxLength: 6 })
  .map((list) => list.join(','));

describe('scores', () => {
  it('scores are from 0 to 1, and a success has a rule score of 1', () => {
    fc.assert(
      fc.property(problem, ids, (asked, list) => {
        for (const ruleSet of RULE_SETS) {
          const { scores, success } = scoreAttempt(sampleEvidence(list, { problem: asked }), LOOKUP, ruleSet);
          for (const score of Object.values(scores)) expect(score >= 0 && score <= 1).toBe(true);
          if (success) expect(scores.rule).toBe(1);
        }
      }),
      { numRuns: 1000 },
    );
  });

  it('the targets themselves score 1', () => {
    fc.assert(
      fc.property(problem, (asked) => {
        const different = new Set(asked.targets.map(({ productId }) => productId));
        fc.pre(different.size === asked.targets.length);
        const list = asked.targets.map(({ productId }) => productId).join(',');
        for (const ruleSet of RULE_SETS) {
          const { scores, success } = scoreAttempt(sampleEvidence(list, { problem: asked }), LOOKUP, ruleSet);
          expect(scores).toMatchObject({ gt: 1, rule: 1, product: 1 });
          if (asked.category === 'product') expect(success).toBe(true);
        }
      }),
    );
  });

  it('one more met constraint never lowers the rule score', () => {
    fc.assert(
      fc.property(wish, fc.constantFrom(...PRODUCTS), fc.constantFrom(0, 1, 2, 3, 4), (target, product, which) => {
        const more = withOneMore(target, product, which);
        for (const ruleSet of RULE_SETS) {
          const ruleOf = (each: Target): number => {
            const evidence = sampleEvidence(product.product_id, { problem: sampleProblem({ targets: [each] }) });
            return scoreAttempt(evidence, LOOKUP, ruleSet).scores.rule;
          };
          expect(ruleOf(more)).toBeGreaterThanOrEqual(ruleOf(target));
        }
      }),
      { numRuns: 1000 },
    );
  });

  it('production scores do not depend on spaces, duplicates or later products', () => {
    const [ruleSet] = RULE_SETS;
    fc.assert(
      fc.property(problem, fc.uniqueArray(fc.constantFrom(...PRODUCTS), { maxLength: 4 }), (asked, chosen) => {
        const list = chosen.map(({ product_id }) => product_id);
        const scoresOf = (text: string) =>
          scoreAttempt(sampleEvidence(text, { problem: asked }), LOOKUP, ruleSet!).scores;
        const plain = scoresOf(list.join(','));
        expect(scoresOf(list.flatMap((id) => [` ${id} `, id, '']).join(','))).toEqual(plain);
        const enough = list.slice(0, asked.targets.length);
        expect(scoresOf([...enough, ...enough].join(','))).toEqual(plain);
      }),
    );
  });

  it('scores depend on the order of recommended products', () => {
    const shops = Map.groupBy(PRODUCTS, ({ shop_id }) => shop_id);
    const [first, second] = [...shops.values()].find((products) => products.length > 1)!;
    const targets = [first!, second!].map((product) => wishFor(product));
    const asked = sampleProblem({ category: 'shop', targets });
    for (const ruleSet of RULE_SETS) {
      const score = (list: string) => scoreAttempt(sampleEvidence(list, { problem: asked }), LOOKUP, ruleSet);
      expect(score(`${first!.product_id},${second!.product_id}`)).toMatchObject({ success: true, scores: { shop: 1 } });
      expect(score(`${second!.product_id},${first!.product_id}`)).toMatchObject({ success: false, scores: { gt: 0 } });
    }
  });
});

describe('the budget', () => {
  it('the budget score agrees with a second implementation on 10,000 random carts', () => {
    const random = new Random(97);
    let passed = 0;
    const different: unknown[] = [];
    for (let round = 0; round < 10_000; round++) {
      const cart = random.sample(PRODUCTS, 1 + random.integer(4));
      const total = cart.reduce((sum, { price }) => sum + Math.round(price * 100), 0);
      // Values near the total and far from it, because implementations differ at the edges.
      const near = (...offsets: number[]): number => Math.max(0, total + random.pick(offsets)) / 100;
      const given: Voucher = {
        scope: random.pick(['platform', 'shop'] as const),
        threshold: near(-100, -1, 1, 100, -total),
        discount: random.chance(0.5)
          ? { type: 'fixed', amount: random.integer(400) }
          : { type: 'percentage', share: random.integer(101) / 100, cap: random.integer(300) },
        budget: random.chance(0.5) ? near(-100, -1, 0, 1, 100, total) : Math.floor((total * random.next()) / 100),
        priceAfterVoucher: 0,
      };
      const asked = sampleProblem({ category: 'voucher', targets: cart.map(wishFor), voucher: given });
      const list = cart.map(({ product_id }) => product_id).join(',');
      const expected = fits(given, cart);
      passed += expected;
      for (const ruleSet of RULE_SETS) {
        const { scores } = scoreAttempt(sampleEvidence(list, { problem: asked }), LOOKUP, ruleSet);
        if (scores.budget !== expected) different.push([given, cart.map(({ price, shop_id }) => [price, shop_id])]);
      }
    }
    expect(different).toEqual([]);
    expect(passed).toBeGreaterThan(1000);
    expect(passed).toBeLessThan(9000);
  });
});

/** An independent implementation of the rules in integers, in units of 1/10,000. */
function fits({ scope, threshold, discount, budget }: Voucher, cart: readonly Product[]): 0 | 1 {
  const unit = 10_000;
  let total = 0n;
  for (const { price } of cart) total += BigInt(Math.round(price * unit));
  const limit = BigInt(Math.round(budget * unit));
  if (total <= limit) return 1;
  const shops = new Set(cart.map(({ shop_id }) => shop_id));
  if (scope === 'shop' && shops.size > 1) return 0;
  if (total < BigInt(Math.round(threshold * unit))) return 0;
  if (discount.type === 'fixed') return total - BigInt(discount.amount * unit) <= limit ? 1 : 0;
  const share = (total * BigInt(Math.round(discount.share * 100))) / 100n;
  const cap = BigInt(discount.cap * unit);
  return total - (share < cap ? share : cap) <= limit ? 1 : 0;
}

function wishFor(product: Product): Target {
  return { productId: product.product_id, titles: [product.title], services: [], options: {}, attributes: {} };
}

/** The target with one more requirement that the product meets. */
function withOneMore(target: Target, product: Product, which: number): Target {
  const { price: _, ...rest } = target;
  switch (which) {
    case 0:
      return { ...target, titles: [...target.titles, product.title] };
    case 1:
      return target.price === undefined ? { ...rest, price: { mode: 'between', low: 0, high: product.price } } : target;
    case 2: {
      const missing = product.service.find((service) => !target.services.includes(service));
      return missing === undefined ? target : { ...target, services: [...target.services, missing] };
    }
    default: {
      const [key, values] = Object.entries(product.attributes)[0] ?? [];
      if (key === undefined) return target;
      const attributes = { ...target.attributes, [key]: [...(target.attributes[key] ?? []), values![0]!] };
      return { ...target, attributes };
    }
  }
}
