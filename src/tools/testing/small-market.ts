import type { Product } from '../../market/product.ts';
import { sampleProduct } from '../../market/testing/sample-products.ts';

/** Three shops: two have all the gym products, and only one of them at the right price. */
export const SMALL_MARKET: readonly Product[] = [
  product('1001', 'shop-a', 'Kavari Desk Lamp Dimmable Touch Control', 300, ['freeShipping', 'COD'], {
    attributes: { brand: ['kavari'], light_color: ['warm white', 'daylight'] },
    sku_options: {
      'v-1': { color_family: 'Black', plug_type: 'us 2 pin' },
      'v-2': { color_family: 'White', plug_type: 'eu 2 pin' },
    },
  }),
  product('1002', 'shop-b', 'Kavari Desk Lamp Clip On', 250, ['COD'], {
    attributes: { brand: ['kavari'], light_color: ['daylight'] },
    sku_options: { 'v-1': { color_family: 'Black' } },
  }),
  product('1003', 'shop-b', 'Foam Roller For Massage', 400.5, ['official', 'COD'], {
    attributes: { brand: ['rollara'], firmness: ['hard'] },
  }),
  product('1004', 'shop-a', 'Foam Roller Short', 150, ['freeShipping'], { attributes: { firmness: ['soft'] } }),
  product('1005', 'shop-a', 'Yoga Mat Non Slip', 220.5, ['COD'], {
    attributes: { thickness: ['6 mm'] },
    sku_options: { '7': { size: '61 cm' }, '3': { size: '80 cm' } },
  }),
  product('1006', 'shop-c', 'Yoga Mat Thick', 500, ['official', 'COD'], { attributes: { thickness: ['10 mm'] } }),
  product('1007', 'shop-c', 'Foam Roller Firm Grid', 350, ['COD'], { attributes: { firmness: ['hard'] } }),
  product('1008', 'shop-c', 'Water Bottle Steel', 199.99, ['COD', 'flashsale'], { attributes: { brand: ['tubig'] } }),
];

function product(
  id: string,
  shop_id: string,
  title: string,
  price: number,
  service: Product['service'],
  details: Partial<Product>,
): Product {
  return sampleProduct(id, { shop_id, title, price, service, short_description: `${title}.`, ...details });
}
