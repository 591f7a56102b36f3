import type { Product } from '../product.ts';

/** A product with defaults for all fields that are not given. */
export function sampleProduct(id: string, rest: Partial<Product>): Product {
  return {
    product_id: id,
    shop_id: 'shop-a',
    title: `Item ${id}`,
    price: 1,
    service: [],
    sold_count: 0,
    brand: '',
    category: [],
    short_description: '',
    description: '',
    sku_options: {},
    attributes: {},
    ...rest,
  };
}

/** A very small market: a teapot, four twins, and a crowd of sixty. */
export const SAMPLE_PRODUCTS: readonly Product[] = [
  sampleProduct('100', {
    title: 'Blue Teapot 1.2L “Dragon” – 茶壺',
    price: 499.5,
    service: ['official', 'flashsale'],
    sold_count: 4_000_000_000,
    brand: 'Brewmaster',
    category: ['Kitchen', 'Crockery'],
    short_description: '- material: porcelain\n- holds 1.2 litres',
    description: 'A whispering teapot.\nLine two, "quoted", with \\ and emoji 🫖.',
    sku_options: { '100-1': { color_family: 'cobalt' }, '100-2': { color_family: 'white', size: 'int:xl' } },
    attributes: { material: ['porcelain', 'bamboo'], brand: ['brewmaster'] },
  }),
  sampleProduct('2001', { title: 'twin lamp', price: 10, shop_id: 'shop-a', service: ['COD'], sold_count: 5 }),
  sampleProduct('2010', { title: 'twin lamp', price: 30, shop_id: 'shop-b', service: ['official'], sold_count: 9 }),
  sampleProduct('2002', { title: 'twin lamp', price: 20, shop_id: 'shop-b', service: ['freeShipping'], sold_count: 5 }),
  sampleProduct('201', { title: 'twin lamp', price: 30, service: ['freeShipping', 'COD', 'flashsale'], sold_count: 1 }),
  ...Array.from({ length: 60 }, (_, place) =>
    sampleProduct(String(3000 + place), {
      title: 'crowd member',
      price: place === 10 ? 2 : place >= 50 ? 1 : 100,
      shop_id: place === 59 ? 'shop-last' : 'shop-crowd',
    }),
  ),
];
