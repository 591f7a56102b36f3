import type { Service } from './service.ts';

/**
 * One listing, in the field names of the wire: products travel through files, the search server and agents unchanged,
 * and a second spelling inside would only be a place for the two to differ.
 */
export interface Product {
  readonly product_id: string;
  readonly shop_id: string;
  readonly title: string;
  readonly price: number;
  readonly service: readonly Service[];
  readonly sold_count: number;
  readonly brand: string;
  /** From the department down to the leaf. */
  readonly category: readonly string[];
  readonly short_description: string;
  readonly description: string;
  /** What can be bought: variant id to its options. */
  readonly sku_options: Readonly<Record<string, Readonly<Record<string, string>>>>;
  /** What holds for every variant. */
  readonly attributes: Readonly<Record<string, readonly string[]>>;
}

/** What a search result shows. */
export type ProductCard = Pick<Product, 'product_id' | 'shop_id' | 'title' | 'price' | 'service' | 'sold_count'>;

/** What opening a product shows. */
export type ProductInformation = Pick<
  Product,
  'product_id' | 'short_description' | 'description' | 'sku_options' | 'attributes'
>;

export function cardOf({ product_id, shop_id, title, price, service, sold_count }: Product): ProductCard {
  return { product_id, shop_id, title, price, service, sold_count };
}

export function informationOf(product: Product): ProductInformation {
  const { product_id, short_description, description, sku_options, attributes } = product;
  return { product_id, short_description, description, sku_options, attributes };
}
