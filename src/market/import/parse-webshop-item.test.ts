import { describe, expect, it } from 'vitest';
import { parseWebShopItem } from './parse-webshop-item.ts';

const ITEM = {
  asin: 'B09INDEX01',
  name: ' Wireless Headphones ',
  pricing: '$1,049.99 - $1,200.00',
  full_description: 'Noise cancelling.',
  small_description: ['Forty hours', '', 'Folds flat'],
  product_category: 'Electronics › Headphones › Over-Ear',
  category: 'electronics',
  query: 'headphones',
  brand: 'Quiet',
  seller_id: 'A1,B2',
  images: ['https://images.example/1.jpg'],
  customization_options: {
    Color: [{ value: ' Black ', image: null }, { value: 'Red/Blue' }, { value: 'black' }],
    Size: [{ value: 'S' }, { value: 'M' }],
    Style: null,
  },
};

function parse(change: object): unknown {
  const parsed = parseWebShopItem(JSON.stringify({ ...ITEM, ...change }));
  return parsed.ok ? parsed.product : parsed.reason;
}

describe('an item of WebShop', () => {
  it('a WebShop item becomes a product with every combination of its options', () => {
    expect(parse({})).toEqual({
      product_id: 'B09INDEX01',
      shop_id: 'A1 B2',
      title: 'Wireless Headphones',
      price: 1049.99,
      service: [],
      sold_count: 0,
      brand: 'Quiet',
      category: ['Electronics', 'Headphones', 'Over-Ear'],
      short_description: 'Forty hours\nFolds flat',
      description: 'Noise cancelling.',
      sku_options: {
        'B09INDEX01-1': { color: 'black', size: 's' },
        'B09INDEX01-2': { color: 'black', size: 'm' },
        'B09INDEX01-3': { color: 'red | blue', size: 's' },
        'B09INDEX01-4': { color: 'red | blue', size: 'm' },
      },
      attributes: {},
    });
  });

  it('a WebShop item may lack price, seller, options and descriptions', () => {
    const bare = { asin: 'B1', name: 'Lamp', customization_options: '', small_description: null };
    expect(parseWebShopItem(JSON.stringify(bare))).toMatchObject({
      ok: true,
      product: { price: 100, shop_id: 'webshop', sku_options: {}, short_description: '', category: [] },
    });
    expect(parse({ small_description: 'one text', product_category: '' })).toMatchObject({
      short_description: 'one text',
      category: ['electronics'],
    });
  });

  it('a WebShop item has one variant per value when combinations are too many', () => {
    const many = Array.from({ length: 20 }, (_, number) => ({ value: `v${number}` }));
    const product = parse({ customization_options: { a: many, b: many } }) as { sku_options: object };
    expect(Object.values(product.sku_options)).toHaveLength(40);
    expect(Object.values(product.sku_options)).toContainEqual({ b: 'v19' });
  });

  it.each([
    [{ asin: 'nan' }, /^asin: is not an item number/],
    [{ asin: 'B0123456789' }, /^asin: is not an item number/],
    [{ asin: 7 }, /^asin: /],
    [{ pricing: 'on request' }, /^pricing: "on request" is not a price/],
    [{ pricing: '$1.2.3' }, /^pricing: /],
    [{ name: ' ' }, /^title: is empty/],
    [{ customization_options: { Color: 'black' } }, /^customization_options/],
  ])('rejects the WebShop item %j with a reason', (change, reason) => {
    expect(parse(change)).toMatch(reason);
  });

  it('rejects a WebShop item that is not JSON', () => {
    expect(parseWebShopItem('{"asin": NaN}')).toMatchObject({
      ok: false,
      reason: expect.stringMatching(/^is not JSON/),
    });
  });
});
