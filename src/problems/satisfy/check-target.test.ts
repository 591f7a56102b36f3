import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { Marketplace } from '../../market/marketplace.ts';
import type { Product } from '../../market/product.ts';
import type { Target } from '../problem.ts';
import { checkTarget, meetsPrice, satisfiesTarget } from './check-target.ts';
import { lexicalSimilarity } from './lexical-similarity.ts';

const LAMP: Product = {
  product_id: '1',
  shop_id: 's',
  title: 'Kavari Arendo Desk Lamp Dimmable Touch Control',
  price: 300,
  service: ['COD', 'freeShipping'],
  sold_count: 0,
  brand: 'Kavari',
  category: [],
  short_description: '',
  description: '',
  sku_options: { a: { color_family: 'black', size: 'm' }, b: { color_family: 'white', size: 'l' } },
  attributes: { material: ['steel', 'wood'], brand: ['kavari'] },
};

function target(rest: Partial<Target>): Target {
  return { productId: 'other', titles: [], services: [], options: {}, attributes: {}, ...rest };
}

function check(rest: Partial<Target>) {
  return checkTarget(target(rest), LAMP, lexicalSimilarity);
}

describe('checkTarget', () => {
  it('checkTarget counts every field separately', () => {
    const result = check({
      titles: ['Kavari Arendo Desk Lamp Black'],
      price: { mode: 'less than', high: 299 },
      services: ['COD', 'official'],
      options: { color_family: 'black' },
      attributes: { material: ['steel', 'glass'] },
    });
    expect(result).toEqual({
      title: { stated: 1, satisfied: 1 },
      price: { stated: 1, satisfied: 0 },
      service: { stated: 2, satisfied: 1 },
      options: { stated: 3, satisfied: 2 },
      stated: 7,
      satisfied: 4,
    });
    expect(satisfiesTarget(result)).toBe(false);
  });

  it('checkTarget requires options together in one variant', () => {
    expect(check({ options: { color_family: 'black', size: 'm' } }).options).toEqual({ stated: 2, satisfied: 2 });
    expect(check({ options: { color_family: 'black', size: 'l' } }).options).toEqual({ stated: 2, satisfied: 1 });
  });

  it('checkTarget finds an option in the attributes and an attribute in a variant, by exact key and value', () => {
    expect(check({ options: { material: 'wood' } }).satisfied).toBe(1);
    expect(check({ attributes: { color_family: ['white'] } }).satisfied).toBe(1);
    expect(check({ attributes: { color_family: ['White'] } }).satisfied).toBe(0);
    expect(check({ attributes: { toString: ['white'] } }).satisfied).toBe(0);
  });

  it('checkTarget includes the bounds of a price', () => {
    expect(meetsPrice({ mode: 'less than', high: 300 }, 300)).toBe(true);
    expect(meetsPrice({ mode: 'greater than', low: 300 }, 300)).toBe(true);
    expect(meetsPrice({ mode: 'between', low: 300, high: 300 }, 300)).toBe(true);
    expect(meetsPrice({ mode: 'between', low: 301, high: 400 }, 300)).toBe(false);
  });

  it('an empty target is not satisfied', () => {
    expect(satisfiesTarget(check({}))).toBe(false);
  });

  it('checkTarget never counts more than was stated, and one more met constraint never lowers the share', () => {
    const services = fc.subarray(['official', 'freeShipping', 'COD', 'flashsale'] as const);
    const options = fc.dictionary(
      fc.constantFrom('color_family', 'size', 'material'),
      fc.constantFrom('black', 'white', 'm', 'l', 'steel'),
    );
    fc.assert(
      fc.property(services, options, (wanted, chosen) => {
        const before = check({ services: wanted, options: chosen });
        expect(before.satisfied).toBeLessThanOrEqual(before.stated);
        const after = check({ services: wanted, options: chosen, attributes: { brand: ['kavari'] } });
        const share = ({ stated, satisfied }: typeof before) => (stated === 0 ? 0 : satisfied / stated);
        expect(share(after)).toBeGreaterThanOrEqual(share(before));
      }),
    );
  });
});

describe('lexical similarity', () => {
  it('lexical similarity is symmetric, reflexive and between 0 and 1', () => {
    const titles = Array.from(new Marketplace(300, 2), (product) => product.title);
    fc.assert(
      fc.property(fc.constantFrom(...titles), fc.constantFrom(...titles), (left, right) => {
        const score = lexicalSimilarity.compare(left, right);
        expect(score).toBe(lexicalSimilarity.compare(right, left));
        expect(score).toBeGreaterThanOrEqual(0);
        expect(score).toBeLessThanOrEqual(1 + 1e-12);
        expect(lexicalSimilarity.compare(left, left)).toBeCloseTo(1, 10);
      }),
    );
  });

  it('lexical similarity ignores sellers’ advertising words', () => {
    const { compare, threshold } = lexicalSimilarity;
    expect(compare('【COD】 Kavari Arendo Desk Lamp', 'ORIGINAL Hot Sale Desk Lamp Kavari Arendo')).toBeGreaterThan(
      threshold,
    );
    expect(compare('Kavari Arendo Desk Lamp Dimmable', 'Sonaro Wireless Earbuds Deep Bass')).toBeLessThan(threshold);
    expect(compare('Hot Sale', 'Hot Sale')).toBe(1);
    expect(compare('', 'lamp')).toBe(0);
  });
});
