import { describe, expect, it } from 'vitest';
import type { Product } from '../../market/product.ts';
import { Random } from '../../random/random.ts';
import { exactForms, parseAmount, roughForms } from './amount.ts';
import { misspelt, nearestBrand } from './brand-spelling.ts';
import { type Fact, fewestUnmet, meetsFacts } from './fact.ts';

const PAN: Product = {
  product_id: '1',
  shop_id: 's',
  title: 'Kusinaro Frying Pan Ceramic 24 Cm',
  price: 480,
  service: ['COD'],
  sold_count: 3,
  brand: '',
  category: ['Kitchen', 'Cookware', 'Frying Pans'],
  short_description: '',
  description: 'Fits an induction ready stove.',
  sku_options: { a: { size: '24 cm', color_family: 'red' }, b: { size: '28 cm', color_family: 'black' } },
  attributes: { coating: ['ceramic'] },
};

function values(key: string, ...any: string[]): Fact {
  return { kind: 'values', key, values: any };
}

describe('meetsFacts', () => {
  it('a fact accepts any of its values, from attributes or options', () => {
    expect(meetsFacts(PAN, [values('coating', 'granite', 'ceramic')])).toBe(true);
    expect(meetsFacts(PAN, [values('size', '28 cm')])).toBe(true);
    expect(meetsFacts(PAN, [values('size', '20 cm')])).toBe(false);
  });

  it('a fact requires all options in one variant', () => {
    expect(meetsFacts(PAN, [values('size', '28 cm'), values('color_family', 'black')])).toBe(true);
    expect(meetsFacts(PAN, [values('size', '28 cm'), values('color_family', 'red')])).toBe(false);
    expect(fewestUnmet(PAN, [values('size', '28 cm'), values('color_family', 'red')])).toBe(1);
  });

  it('facts use the text only for what the record does not state', () => {
    expect(meetsFacts(PAN, [values('stove_compatibility', 'induction ready')])).toBe(true);
    expect(meetsFacts(PAN, [values('stove_compatibility', 'gas only')])).toBe(false);
    expect(meetsFacts({ ...PAN, title: 'Granite Pan' }, [values('coating', 'granite')])).toBe(false);
    expect(meetsFacts(PAN, [{ kind: 'brand', brand: 'kusinaro' }])).toBe(true);
    expect(meetsFacts({ ...PAN, brand: 'Lutovia' }, [{ kind: 'brand', brand: 'kusinaro' }])).toBe(false);
  });

  it('a fact can exclude a value, also one that only the text states', () => {
    expect(meetsFacts(PAN, [{ kind: 'not', key: 'coating', value: 'ceramic' }])).toBe(false);
    expect(meetsFacts(PAN, [{ kind: 'not', key: 'coating', value: 'ptfe' }])).toBe(true);
    expect(meetsFacts(PAN, [{ kind: 'not', key: 'stove_compatibility', value: 'induction ready' }])).toBe(false);
  });

  it('facts compare price and services', () => {
    expect(meetsFacts(PAN, [{ kind: 'price', price: { mode: 'less than', high: 480 } }])).toBe(true);
    expect(meetsFacts(PAN, [{ kind: 'price', price: { mode: 'less than', high: 479 } }])).toBe(false);
    expect(meetsFacts(PAN, [{ kind: 'service', service: 'official' }])).toBe(false);
  });
});

describe('amounts', () => {
  it.each([
    ['24 cm', { value: 24, unit: 'cm' }],
    ['5000mah', { value: 5_000, unit: 'mah' }],
    ['1.5 l', { value: 1.5, unit: 'l' }],
    ['95%', { value: 95, unit: '%' }],
    ['6-piece set', undefined],
    ['18 l pail', undefined],
    ['int:xl', undefined],
  ])('reads the amount %s', (text, amount) => {
    expect(parseAmount(text)).toEqual(amount);
  });

  it('amounts are written in digits, in words and in other units', () => {
    expect(exactForms({ value: 20, unit: 'cm' }).map(({ text }) => text)).toEqual([
      '20 centimeters',
      'twenty centimeters',
    ]);
    expect(exactForms({ value: 1, unit: 'kg' }).map(({ text }) => text)).toEqual(['1 kilo', 'one kilo']);
    expect(exactForms({ value: 2.5, unit: 'l' }).map(({ text }) => text)).toContain('two and a half liters');
    const inches = roughForms({ value: 25.4, unit: 'cm' }).find(({ text }) => text === 'ten inches');
    expect(inches?.value).toBeCloseTo(25.4, 6);
  });
});

describe('misspelt brands', () => {
  it('a misspelt brand stays closest to the brand that is meant', () => {
    const brands = ['Kusinaro', 'Kusinara', 'Panvelle', 'Lutovia'];
    for (let seed = 0; seed < 200; seed++) {
      const written = misspelt(new Random(seed), 'Panvelle', brands);
      if (written !== undefined)
        expect([nearestBrand(written, brands), written]).toEqual(['Panvelle', expect.not.stringMatching(/^Panvelle$/)]);
    }
    expect(nearestBrand('kusinar', brands)).toBeUndefined();
    expect(nearestBrand('somethingelse', brands)).toBeUndefined();
  });
});
