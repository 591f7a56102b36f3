import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { analyse } from '../../market/analysis.ts';
import { indexPath } from '../../market/market-folder.ts';
import { EmbeddedSearch } from '../../market/search.ts';
import { sharedMarket } from '../../market/testing/shared-market.ts';
import { scaled } from '../../testing/scaled.ts';
import type { Problem } from '../problem.ts';
import { checkTarget, satisfiesTarget } from '../satisfy/check-target.ts';
import { lexicalSimilarity } from '../satisfy/lexical-similarity.ts';
import { cartTotal, isFromOneShop, isWithinBudget } from '../satisfy/voucher-price.ts';
import { difficultyOf } from './draw-problem.ts';
import { longestCommonRun } from './longest-common-run.ts';
import { MAX_TITLE_RUN } from './name-item.ts';
import { unstatedConstraints } from './stated-constraints.ts';
import { slots, synthesiseProblems } from './synthesise-problems.ts';

const COUNT = 600;
const MIX = { product: 1, shop: 1, voucher: 1 };

const folder = mkdtempSync(join(tmpdir(), 'assay-synthesis-'));
let search: EmbeddedSearch;
let problems: Problem[];

beforeAll(async () => {
  await sharedMarket({ products: 20_000, seed: 12, folder });
  search = EmbeddedSearch.open(indexPath(folder));
  problems = await Array.fromAsync(synthesiseProblems({ index: search.index, count: COUNT, mix: MIX, seed: 3 }));
}, scaled(120_000));
afterAll(async () => {
  await search.close();
  rmSync(folder, { recursive: true });
});

function answerOf(problem: Problem) {
  const products = search.productsNow(problem.targets.map((target) => target.productId));
  return { products, cart: products.map((product) => ({ price: product.price, shopId: product.shop_id })) };
}

describe('synthesised problems', () => {
  it('come in the mix that was asked for, none twice', () => {
    expect(problems.length).toBe(COUNT);
    expect(new Set(problems.map((problem) => problem.id)).size).toBe(problems.length);
    for (const category of ['product', 'shop', 'voucher'] as const) {
      const share = problems.filter((problem) => problem.category === category).length / problems.length;
      expect(share).toBeCloseTo(1 / 3, 1);
    }
    const answers = problems.flatMap((problem) => problem.targets.map((target) => target.productId));
    expect(new Set(answers).size).toBe(answers.length);
    const first = slots({ product: 2, shop: 1, voucher: 1 }).take(8);
    expect(Array.from(first, (slot) => slot.category[0]).join('')).toBe('psvppsvp');
  });

  it('are solved by their own answers', () => {
    for (const problem of problems) {
      const { products, cart } = answerOf(problem);
      for (const [place, target] of problem.targets.entries()) {
        expect(satisfiesTarget(checkTarget(target, products[place]!, lexicalSimilarity)), problem.query).toBe(true);
      }
      if (problem.category === 'shop') expect(isFromOneShop(cart)).toBe(true);
      if (problem.voucher !== undefined) expect(isWithinBudget(problem.voucher, cart)).toBe(true);
    }
  });

  it('ask for one product, two to four of one shop, or one to four with a voucher', () => {
    const items = (category: string) =>
      new Set(problems.filter((problem) => problem.category === category).map((problem) => problem.targets.length));
    expect(items('product')).toEqual(new Set([1]));
    expect(items('shop')).toEqual(new Set([2, 3, 4]));
    expect(items('voucher')).toEqual(new Set([1, 2, 3, 4]));
    const constraints = problems.flatMap(({ targets }) =>
      targets.map(
        (target) =>
          1 +
          (target.price ? 1 : 0) +
          target.services.length +
          Object.keys(target.options).length +
          Object.keys(target.attributes).length,
      ),
    );
    expect(new Set(constraints)).toEqual(new Set([1, 2, 3, 4, 5]));
  });

  it('have budgets that only work out with the voucher, some only within one shop', () => {
    const vouchers = problems.filter((problem) => problem.voucher !== undefined);
    for (const problem of vouchers) expect(cartTotal(answerOf(problem).cart)).toBeGreaterThan(problem.voucher!.budget);
    const kinds = new Set(vouchers.map(({ voucher }) => `${voucher!.scope} ${voucher!.discount.type}`));
    expect(kinds).toEqual(new Set(['platform fixed', 'platform percentage', 'shop fixed', 'shop percentage']));
    const oneShop = vouchers.filter((problem) => problem.voucher!.scope === 'shop' && problem.targets.length > 1);
    expect(oneShop.length).toBeGreaterThan(5);
    for (const problem of oneShop) {
      const mixed = answerOf(problem).cart.map((item, place) =>
        place === 0 ? { ...item, shopId: 'elsewhere' } : item,
      );
      expect(isWithinBudget(problem.voucher!, mixed)).toBe(false);
    }
  });

  it('have words that fit nothing which the rules would refuse', () => {
    for (const problem of problems.filter((one) => one.category === 'product').slice(0, 60)) {
      const [target] = problem.targets;
      const terms = analyse(problem.query);
      for (const doc of search.nearest(terms, 10)) {
        const product = search.index.product(doc);
        const check = checkTarget(target!, product, lexicalSimilarity);
        const said = analyse(problem.query).filter((term) => analyse(target!.titles[0]!).includes(term));
        const words = new Set(analyse(product.title));
        const fits =
          said.every((term) => words.has(term)) && check.satisfied - check.title.satisfied === check.stated - 1;
        if (fits) expect(satisfiesTarget(check), `${problem.query} / ${product.title}`).toBe(true);
      }
    }
  });

  it('need the voucher even with the cheapest answers', () => {
    for (const problem of problems.filter((one) => one.voucher !== undefined).slice(0, 60)) {
      const cheapest = problem.targets.map((target) => {
        const terms = analyse(target.titles[0]!);
        const answers = search
          .nearest(terms, 64)
          .filter((doc) => satisfiesTarget(checkTarget(target, search.index.product(doc), lexicalSimilarity)));
        return Math.min(...answers.map((doc) => search.index.prices[doc]!));
      });
      expect(cheapest.reduce((sum, price) => sum + price, 0)).toBeGreaterThan(problem.voucher!.budget);
    }
  });

  it('never copy the title, and say every constraint', () => {
    for (const problem of problems) {
      for (const title of problem.targets.flatMap((target) => target.titles)) {
        expect(longestCommonRun(problem.query, title), problem.query).toBeLessThanOrEqual(MAX_TITLE_RUN);
      }
      expect(unstatedConstraints(problem, problem.query), problem.query).toEqual([]);
    }
  });

  it('are worded in many ways', () => {
    const openings = new Set(problems.map((problem) => problem.query.split(' ').slice(0, 3).join(' ')));
    expect(openings.size).toBeGreaterThan(60);
    expect(problems.some((problem) => /not more than \d+ pesos/.test(problem.query))).toBe(true);
    expect(problems.some((problem) => /priced from \d+ to \d+/.test(problem.query))).toBe(true);
    expect(problems.some((problem) => /under \d+/.test(problem.query))).toBe(true);
  });

  it('carry how many products satisfy them, as counting through the whole market confirms', () => {
    const sample = problems.filter((problem) => problem.category === 'product').slice(0, 12);
    const everything = Array.from({ length: search.index.manifest.products }, (_, doc) => search.index.title(doc));
    let exact = 0;
    for (const problem of sample) {
      const [target] = problem.targets;
      const alike = everything.flatMap((title, doc) =>
        lexicalSimilarity.compare(title, target!.titles[0]!) >= lexicalSimilarity.threshold ? [doc] : [],
      );
      const counted = alike.filter((doc) =>
        satisfiesTarget(checkTarget(target!, search.index.product(doc), lexicalSimilarity)),
      ).length;
      expect(problem.measure!.satisfying).toBeGreaterThan(0);
      expect(problem.measure!.satisfying).toBeLessThanOrEqual(counted);
      if (problem.measure!.satisfying === counted) exact++;
    }
    expect(exact).toBeGreaterThanOrEqual(11);
  });

  it('have difficulties that follow from what was counted', () => {
    for (const problem of problems) {
      expect(problem.difficulty).toBe(difficultyOf(problem.category, problem.targets.length, problem.measure!));
    }
    expect(new Set(problems.map((problem) => problem.difficulty))).toEqual(new Set(['easy', 'medium', 'hard']));
    const measure = { satisfying: 3, nearMisses: 2, searches: 1 };
    expect(difficultyOf('product', 1, { ...measure, satisfying: 20, nearMisses: 0 })).toBe('easy');
    expect(difficultyOf('voucher', 4, { satisfying: 1, nearMisses: 30, searches: 12 })).toBe('hard');
  });

  it('are the same for the same seed, whatever the number of threads, and the first of more', {
    timeout: scaled(60_000),
  }, async () => {
    const again = (count: number, threads: number) =>
      Array.fromAsync(synthesiseProblems({ index: search.index, count, mix: MIX, seed: 3, threads }));
    expect(await again(60, 1)).toEqual(problems.slice(0, 60));
    expect(await again(30, 3)).toEqual(problems.slice(0, 30));
  });

  it('cannot be made from a market without the shops for it', async () => {
    const tiny = join(folder, 'tiny');
    await sharedMarket({ products: 1, seed: 1, folder: tiny });
    const small = EmbeddedSearch.open(indexPath(tiny));
    const shop = Array.fromAsync(
      synthesiseProblems({ index: small.index, count: 2, mix: { product: 0, shop: 1, voucher: 0 }, seed: 1 }),
    );
    await expect(shop).rejects.toMatchObject({ code: 'INPUT_INVALID' });
    await small.close();
  });
});
