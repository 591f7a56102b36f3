import type { ProductCard, ProductInformation } from '../../../market/product.ts';

/** A request and three lamps for attempts built by hand. */

export const QUERY = 'I need a desk lamp with brass as shade material for at most 800 pesos';

export const KARELA: ProductCard = {
  product_id: '4001001001',
  shop_id: '501001',
  title: 'Luminara Karela Desk Lamp Adjustable Arm Warm Light',
  price: 679,
  service: ['COD'],
  sold_count: 12,
};

export const TORVIN: ProductCard = {
  product_id: '4001001002',
  shop_id: '501002',
  title: 'Luminara Torvin Desk Lamp Clip On Reading Dimmable',
  price: 749,
  service: ['COD', 'freeShipping'],
  sold_count: 5,
};

export const ORELO: ProductCard = {
  product_id: '4001001003',
  shop_id: '501001',
  title: 'Vantrix Orelo Bedside Lantern Rechargeable Linen Cover',
  price: 559,
  service: [],
  sold_count: 40,
};

export const CARDS = [KARELA, TORVIN, ORELO] as const;

const KARELA_PAGE: ProductInformation = {
  product_id: KARELA.product_id,
  short_description: '- brand: luminara\n- shade material: brass',
  description: 'A desk lamp with an adjustable arm. Cable length is 180 cm.',
  sku_options: { '400100100101': { color_family: 'antique gold' }, '400100100102': { color_family: 'matte black' } },
  attributes: { brand: ['luminara'], shade_material: ['brass'], cable_length: ['180 cm'], bulb_base: ['e27'] },
};

const TORVIN_PAGE: ProductInformation = {
  product_id: TORVIN.product_id,
  short_description: '- brand: luminara\n- shade material: frosted glass',
  description: 'A lamp for reading that clips on.',
  sku_options: { '400100100201': { color_family: 'ivory white' } },
  attributes: { brand: ['luminara'], shade_material: ['frosted glass'], cable_length: ['120 cm'], bulb_base: ['e14'] },
};

export const PAGES = [KARELA_PAGE, TORVIN_PAGE] as const;
