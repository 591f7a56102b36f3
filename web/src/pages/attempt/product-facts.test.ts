import { expect, it } from 'vitest';
import { knownProducts, productFacts } from './product-facts.ts';

const CARD = { product_id: 'p1', title: 'Red lamp', price: 405, shop_id: 's7', service: [] };
const PAGE = {
  product_id: 'p1',
  short_description: 'A lamp.',
  description: 'It shines.',
  sku_options: { a: { colour: 'red', size: 'L' }, b: { colour: 'blue' } },
  attributes: { material: ['steel', 'glass'], kind: 'desk' },
};

it('an opened product is shown line by line, with price and shop from the search that found it', () => {
  const known = knownProducts([[CARD, { product_id: 'p2' }], 'not a list', [null]]);
  expect([...known.keys()]).toEqual(['p1']);
  expect(productFacts(PAGE, known.get('p1'))).toEqual([
    { name: 'Price', text: '405' },
    { name: 'Shop', text: 's7' },
    { name: 'Options', text: 'a: colour red · size L\nb: colour blue' },
    { name: 'Attributes', text: 'material steel, glass · kind desk' },
    { name: 'Summary', text: 'A lamp.' },
    { name: 'Description', text: 'It shines.' },
  ]);
});

it('an opened product with fields of an unknown form is shown as it is', () => {
  expect(
    productFacts({ product_id: 1, sku_options: 'none', attributes: {}, warranty: { years: 2 } }, undefined),
  ).toEqual([
    { name: 'Options', text: 'none' },
    { name: 'warranty', text: '{"years":2}' },
  ]);
});
