import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { analyse } from '../analysis/analyse.ts';
import type { Product } from '../product.ts';
import type { ProductQuery, Search } from '../search/search.ts';
import { SAMPLE_PRODUCTS } from './sample-products.ts';

function query(words: string, rest: Partial<ProductQuery> = {}): ProductQuery {
  return { terms: analyse(words), page: 1, services: [], sort: 'default', ...rest };
}

/** Conformance tests for every adapter of the Search port. `open` receives the products to index. */
export function describeSearch(name: string, open: (products: readonly Product[]) => Promise<Search>): void {
  describe(`${name} implements the Search port`, () => {
    let search: Search;
    beforeAll(async () => {
      search = await open(SAMPLE_PRODUCTS);
    });
    afterAll(async () => await search.close());

    async function ids(words: string, rest: Partial<ProductQuery> = {}): Promise<string[]> {
      return (await search.find(query(words, rest))).map((card) => card.product_id);
    }

    it('finds products by title, brand, category, attribute and SKU value, and not by description', async () => {
      expect(await ids('teapot')).toEqual(['100']);
      expect(await ids('brewmaster')).toEqual(['100']);
      expect(await ids('crockery')).toEqual(['100']);
      expect(await ids('porcelain')).toEqual(['100']);
      expect(await ids('cobalt')).toEqual(['100']);
      expect(await ids('whispering')).toEqual([]);
    });

    it('search stems words and ignores case and stop words', async () => {
      expect(await ids('TEAPOTS for the')).toEqual(['100']);
      expect(await ids('the of and')).toEqual([]);
      expect(await ids('')).toEqual([]);
    });

    it('search breaks ties by product id as a string', async () => {
      expect(await ids('twin', { page: 1 })).toEqual(['2001', '2002', '201', '2010']);
    });

    it('search filters by shop, price (bounds included) and every requested service', async () => {
      expect(await ids('twin', { shopId: 'shop-b' })).toEqual(['2002', '2010']);
      expect(await ids('twin', { shopId: 'no such shop' })).toEqual([]);
      expect(await ids('twin', { price: { low: 10, high: 20 } })).toEqual(['2001', '2002']);
      expect(await ids('twin', { price: { low: 20, high: Infinity } })).toEqual(['2002', '201', '2010']);
      expect(await ids('twin', { services: ['COD', 'freeShipping'] })).toEqual(['201']);
    });

    it('search sorts the first fifty matches by price or sales, ties by relevance', async () => {
      expect(await ids('twin', { sort: 'pricedesc' })).toEqual(['201', '2010', '2002', '2001']);
      expect(await ids('twin', { sort: 'priceasc' })).toEqual(['2001', '2002', '201', '2010']);
      expect(await ids('twin', { sort: 'order' })).toEqual(['2010', '2001', '2002', '201']);
      // The cheapest of all sixty is not among the first fifty matches and must not appear.
      expect((await ids('crowd', { sort: 'priceasc' }))[0]).toBe('3010');
    });

    it('search returns pages of ten without gap or overlap', async () => {
      const pages = await Promise.all([1, 2, 3, 4, 5].map((page) => ids('crowd', { page })));
      expect(pages.map((page) => page.length)).toEqual([10, 10, 10, 10, 10]);
      expect(pages.flat()).toEqual(Array.from({ length: 50 }, (_, place) => String(3000 + place)));
      expect(await ids('twin', { page: 2 })).toEqual([]);
    });

    it('a filter loses no match, however far down the ranking', async () => {
      expect(await ids('crowd', { shopId: 'shop-last' })).toEqual(['3059']);
    });

    it('search returns cards and complete products as they were added', async () => {
      const [teapot] = SAMPLE_PRODUCTS;
      const { product_id, shop_id, title, price, service, sold_count } = teapot!;
      expect(await search.find(query('teapot'))).toEqual([{ product_id, shop_id, title, price, service, sold_count }]);
      expect(await search.products(['100'])).toEqual([teapot]);
    });

    it('returns products in the requested order, repeated if asked twice, without unknown ids', async () => {
      const found = await search.products(['201', 'unknown', '100', '201', '']);
      expect(found.map((product) => product.product_id)).toEqual(['201', '100', '201']);
      expect(await search.products([])).toEqual([]);
    });
  });
}
