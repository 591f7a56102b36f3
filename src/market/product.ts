import type { Service } from './service.ts';

/**
 * One listing, with the field names of the wire format: products pass through files, the search server and agents
 * unchanged, so a second set of names inside could only diverge.
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
  /** The variants on sale: variant id to its options. */
  readonly sku_options: Readonly<Record<string, Readonly<Record<string, string>>>>;
  /** Attributes that hold for every variant. */
  readonly attributes: Readonly<Record<string, readonly string[]>>;
}

/** Fields shown in a search result. */
export type ProductCard = Pick<Product, 'product_id' | 'shop_id' | 'title' | 'price' | 'service' | 'sold_count'>;

/** Fields shown on a product's page. */
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
