import { describe, expect, it } from 'vitest';
import { CATALOGUE } from './catalogue/catalogue.ts';
import { FamilyLayout } from './generator/family-layout.ts';
import { Marketplace } from './marketplace.ts';
import type { Product } from './product.ts';

const PRODUCTS = 20_000;
const marketplace = new Marketplace(PRODUCTS, 7);
const products = [...marketplace];
const layout = new FamilyLayout(PRODUCTS, 7);

function families(): Map<number, Product[]> {
  const byFamily = new Map<number, Product[]>();
  for (const [rank, product] of products.entries()) {
    const { family, member } = layout.placeOf(rank);
    const members = byFamily.get(family) ?? [];
    members[member] = product;
    byFamily.set(family, members);
  }
  return byFamily;
}

/** The fields in which two listings of a family differ, title and texts aside. */
function differences(left: Product, right: Product): string[] {
  const fields = ['price', 'service', 'attributes', 'brand', 'category'] as const;
  const different: string[] = fields.filter((field) => JSON.stringify(left[field]) !== JSON.stringify(right[field]));
  const options = (product: Product) =>
    new Set(Object.values(product.sku_options).flatMap((variant) => Object.values(variant)));
  if (options(left).symmetricDifference(options(right)).size > 0) different.push('options');
  return different;
}

describe('Marketplace', () => {
  it('makes any product on its own, the same every time', () => {
    for (const rank of [0, 1, 63, 64, 9_999, PRODUCTS - 1]) {
      expect(new Marketplace(PRODUCTS, 7).productAt(rank)).toEqual(products[rank]);
    }
    expect(new Marketplace(PRODUCTS, 8).productAt(0)).not.toEqual(products[0]);
  });

  it('has ascending ids of one width, so that their order is the order of the index', () => {
    for (const [rank, { product_id }] of products.entries()) {
      expect(product_id).toMatch(/^\d{10}$/);
      if (rank > 0) expect(product_id > products[rank - 1]!.product_id).toBe(true);
    }
  });

  it('sells something in every leaf, at prices of the leaf', () => {
    const byLeaf = Map.groupBy(products, (product) => product.category.join(' > '));
    expect(byLeaf.size).toBe(CATALOGUE.length);
    for (const leaf of CATALOGUE) {
      const prices = byLeaf
        .get(leaf.path.join(' > '))!
        .map((product) => product.price)
        .sort((left, right) => left - right);
      const median = prices[prices.length >> 1]!;
      expect(median / leaf.price.median).toBeGreaterThan(0.4);
      expect(median / leaf.price.median).toBeLessThan(2.5);
    }
  });

  it('writes titles of 7 to 20 words, hardly two of them alike across families', () => {
    for (const { title } of products) {
      const words = title.split(' ').length;
      expect(words, title).toBeGreaterThanOrEqual(7);
      expect(words, title).toBeLessThanOrEqual(20);
    }
    const originals = [...families().values()].map(([original]) => original?.title);
    expect(new Set(originals).size / originals.length).toBeGreaterThan(0.97);
  });

  it('surrounds most products with near misses that differ in one thing', () => {
    const counts = new Map<string, number>();
    let relatives = 0;
    for (const [original, ...others] of families().values()) {
      for (const other of others) {
        if (original === undefined || other === undefined) continue;
        relatives++;
        // "official" follows the shop, and a listing of another shop is still the same item.
        const kinds = differences(original, other);
        const kind = kinds.length === 0 ? 'none' : kinds.join('+');
        counts.set(kind, (counts.get(kind) ?? 0) + 1);
      }
    }
    expect(relatives / products.length).toBeGreaterThan(0.6);
    for (const kind of ['attributes', 'options', 'price', 'service']) {
      expect((counts.get(kind) ?? 0) / relatives, kind).toBeGreaterThan(0.08);
    }
    const single = ['none', 'attributes', 'options', 'price', 'service'].reduce(
      (sum, kind) => sum + (counts.get(kind) ?? 0),
      0,
    );
    expect(single / relatives).toBeGreaterThan(0.85);
  });

  it('has shops of very different sizes that keep to a few categories', () => {
    const byShop = Map.groupBy(products, (product) => product.shop_id);
    const sizes = [...byShop.values()].map((sold) => sold.length).sort((left, right) => right - left);
    expect(sizes.length).toBeGreaterThan(300);
    expect(sizes[0]! / sizes[sizes.length >> 1]!).toBeGreaterThan(10);
    const top = sizes.slice(0, Math.ceil(sizes.length / 10)).reduce((sum, size) => sum + size, 0);
    expect(top / products.length).toBeGreaterThan(0.3);
    const narrow = [...byShop.values()].filter((sold) => new Set(sold.map((product) => product.category[0])).size <= 2);
    expect(narrow.length / byShop.size).toBeGreaterThan(0.8);
  });

  it('promises each service sometimes, "official" for all or none of a shop', () => {
    for (const service of ['official', 'freeShipping', 'COD', 'flashsale'] as const) {
      const share = products.filter((product) => product.service.includes(service)).length / products.length;
      expect(share, service).toBeGreaterThan(0.05);
      expect(share, service).toBeLessThan(0.9);
    }
    for (const sold of Map.groupBy(products, (product) => product.shop_id).values()) {
      expect(new Set(sold.map((product) => product.service.includes('official'))).size).toBe(1);
    }
  });

  it('gives every product variants and attributes out of its leaf', () => {
    for (const product of products.slice(0, 2_000)) {
      const leaf = CATALOGUE.find(({ path }) => path.join() === product.category.join())!;
      expect(Object.keys(product.sku_options).length).toBeGreaterThan(0);
      for (const variant of Object.values(product.sku_options)) {
        for (const [axis, value] of Object.entries(variant)) expect(leaf.skuAxes[axis]).toContain(value);
      }
      for (const [key, values] of Object.entries(product.attributes)) {
        if (key === 'brand') expect(values).toEqual([product.brand.toLowerCase()]);
        else for (const value of values) expect(leaf.attributes[key]).toContain(value);
      }
    }
  });

  it('makes tiny markets too', () => {
    for (const size of [1, 2, 3, 63, 65]) expect([...new Marketplace(size, 1)].length).toBe(size);
  });
});
