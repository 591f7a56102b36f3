import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { indexPath } from '../../market/market-folder.ts';
import { EmbeddedSearch } from '../../market/search.ts';
import { sharedMarket } from '../../market/testing/shared-market.ts';
import { mean } from '../../statistics/mean.ts';
import { scaled } from '../../testing/scaled.ts';
import { FLOOR_LIMITS, floorsThatSolve } from '../floors/floors.ts';
import { meetsFacts } from '../language/fact.ts';
import { readRequest } from '../language/read-request.ts';
import { FLOORS, type Problem } from '../problem.ts';
import { lexicalSimilarity } from '../satisfy/lexical-similarity.ts';
import { fulfils, solvesProblem } from '../satisfy/solves-problem.ts';
import { cartTotal, isWithinBudget } from '../satisfy/voucher-price.ts';
import { difficultyOf } from './draw-problem.ts';
import { longestCommonRun, MAX_TITLE_RUN } from './longest-common-run.ts';
import { unstatedConstraints } from './stated-constraints.ts';
import { slots, synthesiseProblems } from './synthesise-problems.ts';

const COUNT = 180;
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
  it('synthesised problems have the requested mix, without duplicates', () => {
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

  it('synthesised problems are solved by their own answers', () => {
    for (const problem of problems)
      expect(solvesProblem(problem, answerOf(problem).products, lexicalSimilarity), problem.query).toBe(true);
  });

  it('synthesised problems accept every listing that meets the request, and no other', () => {
    const sample = problems.filter((problem) => problem.category === 'product').slice(0, 12);
    const everything = Array.from({ length: search.index.manifest.products }, (_, doc) => search.index.product(doc));
    for (const problem of sample) {
      const [item] = readRequest(problem.query)!.items;
      const ofKind = everything.filter((product) => product.category.at(-1) === item!.leaf);
      const meeting = ofKind.filter((product) => meetsFacts(product, item!.facts)).map((product) => product.product_id);
      const { accepts, productId } = problem.targets[0]!;
      if (item!.choice === undefined) expect(accepts!.toSorted(), problem.query).toEqual(meeting.toSorted());
      else expect(meeting, problem.query).toEqual(expect.arrayContaining([...accepts!]));
      expect(accepts).toContain(productId);
      expect(problem.measure!.satisfying).toBe(accepts!.length);
      const refused = ofKind.find((product) => !meeting.includes(product.product_id))!;
      expect(fulfils(problem.targets[0]!, refused, lexicalSimilarity)).toBe(false);
    }
  });

  it('synthesised problems ask for one product, two to four of one shop, or one to four with a voucher', () => {
    const items = (category: string) =>
      new Set(problems.filter((problem) => problem.category === category).map((problem) => problem.targets.length));
    expect(items('product')).toEqual(new Set([1]));
    expect(items('shop')).toEqual(new Set([2, 3, 4]));
    expect(items('voucher')).toEqual(new Set([1, 2, 3, 4]));
  });

  it('synthesised vouchers have the benchmark’s share of one-shop vouchers, and its numbers of items', () => {
    const vouchers = problems.filter((problem) => problem.voucher !== undefined);
    const ofShop = vouchers.filter(({ voucher }) => voucher!.scope === 'shop');
    // 48 % and 2.9 items in the benchmark; about three standard errors on either side.
    expect(Math.abs(ofShop.length / vouchers.length - 0.48)).toBeLessThan(0.2);
    expect(Math.abs(mean(vouchers.map(({ targets }) => targets.length)) - 2.9)).toBeLessThan(0.4);
  });

  it('synthesised budgets mostly need the voucher, some only within one shop', () => {
    const vouchers = problems.filter((problem) => problem.voucher !== undefined);
    const needed = vouchers.filter((problem) => cartTotal(answerOf(problem).cart) > problem.voucher!.budget);
    expect(needed.length / vouchers.length).toBeGreaterThan(0.8);
    const kinds = new Set(vouchers.map(({ voucher }) => `${voucher!.scope} ${voucher!.discount.type}`));
    expect(kinds).toEqual(new Set(['platform fixed', 'platform percentage', 'shop fixed', 'shop percentage']));
    const oneShop = needed.filter((problem) => problem.voucher!.scope === 'shop' && problem.targets.length > 1);
    expect(oneShop.length).toBeGreaterThan(5);
    for (const problem of oneShop) {
      const mixed = answerOf(problem).cart.map((item, place) =>
        place === 0 ? { ...item, shopId: 'elsewhere' } : item,
      );
      expect(isWithinBudget(problem.voucher!, mixed)).toBe(false);
    }
  });

  it('synthesised problems are not solved by copying the request into the search box', () => {
    for (const floor of FLOORS) {
      const solved = problems.filter((problem) => problem.measure!.solvedBy!.includes(floor));
      expect(solved.length / problems.length, floor).toBeLessThanOrEqual(FLOOR_LIMITS[floor]);
    }
  });

  it('a request in the words of the listing is solved by every policy without a model', () => {
    const listings = problems.slice(0, 20).flatMap((problem) => answerOf(problem).products);
    const solved = listings.map((product) => {
      const literal = { ...problems[0]!, category: 'product', query: `I need a ${product.title}` } as const;
      const target = {
        productId: product.product_id,
        titles: [product.title],
        services: [],
        options: {},
        attributes: {},
      };
      return floorsThatSolve(search, { ...literal, targets: [target] }, lexicalSimilarity);
    });
    for (const floor of FLOORS)
      expect(solved.filter((floors) => floors.includes(floor)).length / solved.length, floor).toBeGreaterThan(0.5);
  });

  it('synthesised problems mostly need more than one search', () => {
    const steps = problems.filter((problem) => problem.measure!.steps!.length > 0);
    expect(steps.length / problems.length).toBeGreaterThan(0.5);
    expect(problems.some((problem) => problem.measure!.steps!.includes('compare'))).toBe(true);
  });

  it('synthesised requests never copy the title, and state every constraint', () => {
    for (const problem of problems) {
      for (const title of problem.targets.flatMap((target) => target.titles)) {
        expect(longestCommonRun(problem.query, title), problem.query).toBeLessThanOrEqual(MAX_TITLE_RUN);
      }
      expect(unstatedConstraints(problem, problem.query), problem.query).toEqual([]);
    }
  });

  it('synthesised requests have varied wording', () => {
    const openings = new Set(problems.map((problem) => problem.query.split(' ').slice(0, 3).join(' ')));
    expect(openings.size).toBeGreaterThan(60);
    const spoken = problems.map(({ query }) => query).join(' ');
    for (const pattern of [
      /give or take/,
      /no more than|at most|within/,
      /same color as the first/,
      /Both|Each|All of them/,
    ])
      expect(spoken).toMatch(pattern);
  });

  it('difficulties of synthesised problems follow from their counts', () => {
    for (const problem of problems) {
      expect(problem.difficulty).toBe(difficultyOf(problem.category, problem.targets.length, problem.measure!));
    }
    expect(new Set(problems.map((problem) => problem.difficulty))).toEqual(new Set(['easy', 'medium', 'hard']));
    expect(difficultyOf('product', 1, { satisfying: 20, nearMisses: 0, searches: 1 })).toBe('easy');
    expect(difficultyOf('voucher', 4, { satisfying: 1, nearMisses: 300, searches: 12 })).toBe('hard');
  });

  it('the same seed gives the same problems with any number of threads, and a prefix of more', {
    timeout: scaled(60_000),
  }, async () => {
    const again = (count: number, threads: number) =>
      Array.fromAsync(synthesiseProblems({ index: search.index, count, mix: MIX, seed: 3, threads }));
    expect(await again(24, 1)).toEqual(problems.slice(0, 24));
    expect(await again(12, 3)).toEqual(problems.slice(0, 12));
  });

  it('problems cannot be synthesised from a market without the required shops', async () => {
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
