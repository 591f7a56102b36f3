import { zstdCompressSync } from 'node:zlib';
import type { Product } from '../product.ts';
import { serviceMask } from '../service.ts';
import { indexedText } from './indexed-text.ts';
import { PRODUCTS_PER_DETAIL_BLOCK } from './section.ts';

/** What the columns and the title section do not already hold. */
export type ProductDetails = Pick<
  Product,
  'brand' | 'category' | 'short_description' | 'description' | 'sku_options' | 'attributes'
>;

/** So many products are prepared together: whole detail blocks, and few enough to travel between threads quickly. */
export const PRODUCTS_PER_BATCH = 16 * PRODUCTS_PER_DETAIL_BLOCK;

/**
 * Consecutive products in the form the index takes them: columns, searchable text, packed details. Preparing is most of
 * the work of building, touches nothing shared, and so can be done in other threads.
 */
export interface PreparedProducts {
  readonly productIds: readonly string[];
  readonly shopIds: readonly string[];
  readonly titles: readonly string[];
  readonly texts: readonly string[];
  readonly prices: readonly number[];
  readonly serviceMasks: readonly number[];
  readonly soldCounts: readonly number[];
  /** One JSON line a product, compressed in blocks of `PRODUCTS_PER_DETAIL_BLOCK`. */
  readonly detailBlocks: readonly Uint8Array[];
}

export function prepareProducts(products: readonly Product[]): PreparedProducts {
  const detailBlocks: Uint8Array[] = [];
  for (let start = 0; start < products.length; start += PRODUCTS_PER_DETAIL_BLOCK) {
    const lines = products.slice(start, start + PRODUCTS_PER_DETAIL_BLOCK).map(detailLine);
    detailBlocks.push(zstdCompressSync(Buffer.from(lines.join('\n'), 'utf8')));
  }
  return {
    productIds: products.map((product) => product.product_id),
    shopIds: products.map((product) => product.shop_id),
    titles: products.map((product) => product.title),
    texts: products.map(indexedText),
    prices: products.map((product) => product.price),
    serviceMasks: products.map((product) => serviceMask(product.service)),
    soldCounts: products.map((product) => product.sold_count),
    detailBlocks,
  };
}

function detailLine(product: Product): string {
  const { brand, category, short_description, description, sku_options, attributes } = product;
  const details: ProductDetails = { brand, category, short_description, description, sku_options, attributes };
  return JSON.stringify(details);
}
