import { describe, expect, it } from 'vitest';
import type { Problem } from '../src/problems/problem.ts';
import { Random } from '../src/random/random.ts';
import { BENCHMARK_KINDS, kindOf, quotasOf, takeFirst, takeRepresentatives, takeSeveral } from './suite-mix.ts';

const PROTOCOL = { product: 28, shop: 24, voucher: 23 };
const KINDS = Object.values(BENCHMARK_KINDS).flatMap((kinds) => Object.keys(kinds));

let made = 0;
/** A problem of this kind; only the fields that decide it matter here. */
function problemOf(kind: string): Problem {
  const [category, ...rest] = kind.split(' ');
  const items = category === 'product' ? 1 : Number(rest.at(-1));
  const target = { productId: '1', titles: [], services: [], options: {}, attributes: {} };
  const scope = rest[0] as 'shop' | 'platform';
  const voucher = { scope, threshold: 1, discount: { type: 'fixed', amount: 1 }, budget: 1, priceAfterVoucher: 1 };
  return {
    id: `${made++}`,
    category,
    query: '',
    difficulty: 'easy',
    targets: Array.from({ length: items }, () => target),
    ...(category === 'voucher' && { voucher }),
  } as unknown as Problem;
}

/** Many small clusters with one problem, and one cluster of several kinds for each shop. */
function clustersOf(random: Random): Set<readonly Problem[]> {
  const shops = KINDS.filter((kind) => kind.includes('shop'));
  const alone = KINDS.filter((kind) => !kind.includes('shop'));
  const small = Array.from({ length: 400 }, (_, place) => [problemOf(alone[place % alone.length]!)]);
  const large = Array.from({ length: 90 }, () =>
    Array.from({ length: 8 + random.integer(20) }, () => problemOf(shops[random.integer(shops.length)]!)),
  );
  return new Set([...large, ...small]);
}

function countsOf(problems: readonly Problem[]): Record<string, number> {
  const byKind = Map.groupBy(problems, kindOf);
  return Object.fromEntries(KINDS.map((kind) => [kind, byKind.get(kind)?.length ?? 0]));
}

describe('the mix of a suite', () => {
  it('a suite of 75 has vouchers and items in the shares of the benchmark', () => {
    const quotas = quotasOf(PROTOCOL);
    const sum = (pattern: RegExp) =>
      [...quotas].filter(([kind]) => pattern.test(kind)).reduce((total, [, count]) => total + count, 0);
    expect([sum(/^product/), sum(/^shop/), sum(/^voucher/)]).toEqual([28, 24, 23]);
    expect(sum(/^voucher shop/) / 23).toBeCloseTo(0.48, 1);
    const items = [...quotas].filter(([kind]) => kind.startsWith('voucher'));
    const mean = items.reduce((total, [kind, count]) => total + Number(kind.at(-1)) * count, 0) / 23;
    expect(Math.abs(mean - 2.86)).toBeLessThan(0.15);
  });

  it('two suites of 75 take one problem of a cluster each, in the mix of the benchmark', () => {
    for (let seed = 0; seed < 20; seed++) {
      const free = clustersOf(new Random(seed));
      const all = [...free];
      const suites = [takeRepresentatives(free, PROTOCOL), takeRepresentatives(free, PROTOCOL)];
      for (const suite of suites) expect(countsOf(suite)).toEqual(Object.fromEntries(quotasOf(PROTOCOL)));
      const clusters = suites.flat().map((problem) => all.find((cluster) => cluster.includes(problem)));
      expect(new Set(clusters).size).toBe(150);
      expect(clusters.some((cluster) => free.has(cluster!))).toBe(false);
    }
  });

  it('names the kind of which there are too few problems', () => {
    const few = [...clustersOf(new Random(1))].filter((cluster) => kindOf(cluster[0]!) !== 'voucher platform 3');
    expect(() => takeRepresentatives(new Set(few), PROTOCOL)).toThrow('0 of 4 problems of kind "voucher platform 3"');
    expect(() => takeFirst(few.flat(), { product: 0, shop: 0, voucher: 250 })).toThrow(/voucher platform/);
  });

  it('a larger suite takes the first problems of each kind', () => {
    const problems = [...clustersOf(new Random(2))].flat();
    const taken = takeFirst(problems, PROTOCOL);
    expect(countsOf(taken)).toEqual(Object.fromEntries(quotasOf(PROTOCOL)));
    const products = taken.filter(({ category }) => category === 'product');
    expect(products).toEqual(problems.filter(({ category }) => category === 'product').slice(0, 28));
  });

  it('an experiment takes several problems of a cluster, but not more than allowed', () => {
    const clusters = [...clustersOf(new Random(4))];
    const counts = { product: 60, shop: 48, voucher: 46 };
    const taken = takeSeveral(clusters, counts, 5);
    expect(countsOf(taken)).toEqual(Object.fromEntries(quotasOf(counts)));
    const shares = Map.groupBy(
      taken,
      (problem) => `${problem.category} ${clusters.findIndex((cluster) => cluster.includes(problem))}`,
    );
    expect(Math.max(...Array.from(shares.values(), (each) => each.length))).toBe(5);
    expect(() => takeSeveral(clusters.slice(0, 3), counts, 5)).toThrow(/raise CANDIDATES/);
  });
});
