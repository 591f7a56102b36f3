import { zstdCompressSync } from 'node:zlib';
import type { Product } from '../product.ts';
import { serviceMask } from '../service.ts';
import { indexedText } from './indexed-text.ts';
import { PRODUCTS_PER_DETAIL_BLOCK } from './section.ts';

/** Fields that are not in the columns or the title section. */
export type ProductDetails = Pick<
  Product,
  'brand' | 'category' | 'short_description' | 'description' | 'sku_options' | 'attributes'
>;

/** Number of products per batch: whole detail blocks, and few enough to transfer quickly between threads. */
export const PRODUCTS_PER_BATCH = 16 * PRODUCTS_PER_DETAIL_BLOCK;

/**
 * Consecutive products in the form that the index needs: columns, searchable text, compressed details. Preparing is
 * most of the work of building and uses no shared state, so it can run in other threads.
 */
export interface PreparedProducts {
  readonly productIds: readonly string[];
  readonly shopIds: readonly string[];
  readonly titles: readonly string[];
  readonly texts: readonly string[];
  readonly prices: readonly number[];
  readonly serviceMasks: readonly number[];
  readonly soldCounts: readonly number[];
  /** One JSON line per product, compressed in blocks of `PRODUCTS_PER_DETAIL_BLOCK`. */
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
