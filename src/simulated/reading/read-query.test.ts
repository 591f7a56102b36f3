import { describe, expect, it } from 'vitest';
import { readQuery } from './read-query.ts';

describe('reading a query', () => {
  it('reads name, clauses, price and services of one product from a query', () => {
    const { kind, wishes } = readQuery(
      'Do you have a high accuracy tape measure with 2 mm as measuring accuracy, whose body material is abs and tpr, for 100 to 250 pesos and that ships for free?',
    );
    expect(kind).toBe('product');
    expect(wishes).toHaveLength(1);
    expect(wishes[0]).toMatchObject({
      name: 'high accuracy tape measure',
      price: { low: 100, high: 250 },
      services: ['freeShipping'],
    });
    expect(wishes[0]!.clauses.map(({ label, value }) => [label, value])).toEqual([
      ['measuring accuracy', '2 mm'],
      ['body material', 'abs and tpr'],
    ]);
  });

  it.each([
    ['a lamp under 353', { low: 0, high: 353 }],
    ['a lamp for 149 PHP or less', { low: 0, high: 149 }],
    ['a lamp no more than ₱1,290', { low: 0, high: 1290 }],
    ['a lamp that costs 80 pesos at most', { low: 0, high: 80 }],
    ['a lamp no cheaper than 44 pesos', { low: 44, high: Infinity }],
    ['a lamp from 132 pesos up', { low: 132, high: Infinity }],
    ['a lamp costing more than 14 pesos', { low: 14, high: Infinity }],
    ['a lamp in the 91-141 peso range', { low: 91, high: 141 }],
    ['a lamp priced from 104 to 147', { low: 104, high: 147 }],
    ['a lamp that costs somewhere between 449 and 1429 pesos', { low: 449, high: 1429 }],
    ['a lamp with 40 to 200 c as temperature range', undefined],
    ['a filter whose tank capacity is up to 10 gallons', undefined],
    ['a bag under 5 kg', undefined],
  ])('reads the price of %s', (text, price) => {
    expect(readQuery(`Find ${text}.`).wishes[0]!.price).toEqual(price);
  });

  it.each([
    ['sold by an official store', ['official']],
    ['from LazMall', ['official']],
    ['payable on delivery and on flash sale', ['COD', 'flashsale']],
    ['that I can pay cash on delivery, with no delivery fee', ['freeShipping', 'COD']],
  ])('reads the services of "%s"', (text, services) => {
    const [wish] = readQuery(`I need a desk lamp ${text}.`).wishes;
    expect(new Set(wish!.services)).toEqual(new Set(services));
    expect(wish!.name).toBe('desk lamp');
    expect(wish!.clauses).toEqual([]);
  });

  it.each([
    'Find a shop that sells all of these: (1) a red lamp; (2) some blue jeans; (3) a kettle.',
    'Looking for a single store that offers a red lamp; some blue jeans; and also a kettle.',
    'Please find one seller who has first a red lamp; second blue jeans; and lastly a kettle.',
    'Is there a store where I can buy a red lamp; blue jeans; and a kettle together?',
    'Help me find a shop offering a red lamp; blue jeans; and a kettle, so that everything comes in one parcel.',
    "I'm looking for a shop that offers these items: First, a red lamp. Second, blue jeans. Third, a kettle. Please show me shops that have all these products.",
  ])('splits several items of one shop, in order: %s', (query) => {
    const { kind, oneShop, wishes } = readQuery(query);
    expect({ kind, oneShop }).toEqual({ kind: 'shop', oneShop: true });
    expect(wishes.map(({ name }) => name)).toEqual(['red lamp', 'blue jeans', 'kettle']);
  });

  it('reads an official store as a service, not as a shop for everything', () => {
    expect(readQuery('I need a lamp; and a kettle from an official store.').oneShop).toBe(false);
  });

  it('reads vouchers in several wordings', () => {
    const rules = readQuery(
      'Find a lamp; and a kettle.\n\nMy budget is only `263`, but I have a voucher with the following rules:\n1. The voucher only applies to the products from the same shop.\n2. It is valid only when the total price of the products exceeds `257`.\n3. It provides a percentage discount of `35%` with a cap of `172`.',
    );
    expect(rules).toMatchObject({ kind: 'voucher', oneShop: true });
    expect(rules.wishes.map(({ name }) => name)).toEqual(['lamp', 'kettle']);
    expect(rules.voucher).toMatchObject({
      scope: 'shop',
      budget: 263,
      threshold: 257,
      discount: { type: 'percentage', share: 0.35, cap: 172 },
    });
    const sentence = readQuery(
      'I need a lamp. With my voucher it has to stay within 679 pesos. The voucher gives a fixed discount of 266 when the products cost more than 573 together. Any products count, whichever shop sells them.',
    );
    expect(sentence.voucher).toMatchObject({
      scope: 'platform',
      budget: 679,
      threshold: 573,
      discount: { type: 'fixed', amount: 266 },
    });
  });

  it('reads any query without failing', () => {
    for (const query of ['', ' ', ';;;', '(((', '🔥'.repeat(50), 'with with with', 'a'.repeat(100_000), '1. 2. 3.']) {
      expect(readQuery(query).wishes.length).toBeGreaterThan(0);
    }
  });
});
