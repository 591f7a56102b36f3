import { analyse } from '../analysis/analyse.ts';
import { indexedText } from '../index/indexed-text.ts';
import type { Product } from '../product.ts';

/** Increment whenever indexes made by an older version would rank or answer differently. */
export const LAYOUT_VERSION = 1;

/** A product as stored in OpenSearch. */
export interface IndexedProduct {
  readonly product_id: string;
  readonly shop_id: string;
  readonly price: number;
  readonly service: readonly string[];
  /** The terms of our own analysis, separated by spaces. */
  readonly terms: string;
  /**
   * The whole product as JSON text. OpenSearch would parse an object into fields, and attributes named "a.b" or ""
   * would be rejected or changed.
   */
  readonly json: string;
}

export function indexedProduct(product: Product): IndexedProduct {
  const { product_id, shop_id, price, service } = product;
  return {
    product_id,
    shop_id,
    price,
    service,
    terms: analyse(indexedText(product)).join(' '),
    json: JSON.stringify(product),
  };
}

/**
 * Documents are sent as terms, so that OpenSearch only splits at spaces and its analysis cannot differ from ours. It
 * stores the product's text and discards the terms after indexing.
 */
export function indexBody(shards: number): { readonly settings: object; readonly mappings: object } {
  return {
    settings: {
      number_of_shards: shards,
      // One replica as soon as there is a second node.
      auto_expand_replicas: '0-1',
      codec: 'best_compression',
      refresh_interval: -1,
      similarity: { market: { type: 'BM25', k1: 0.9, b: 0.4 } },
    },
    mappings: {
      dynamic: false,
      _meta: { assay_market: LAYOUT_VERSION },
      _source: { includes: ['json'] },
      properties: {
        product_id: { type: 'keyword', index: false },
        shop_id: { type: 'keyword', doc_values: false },
        price: { type: 'double' },
        service: { type: 'keyword', doc_values: false },
        terms: { type: 'text', analyzer: 'whitespace', similarity: 'market', index_options: 'freqs' },
      },
    },
  };
}
