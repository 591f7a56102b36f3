import type { Product, ProductCard } from '../product.ts';
import type { Service } from '../service.ts';

export const PAGE_SIZE = 10;
export const MAX_PAGE = 5;

/** Sort orders look no further than the pages do, as in the reference: the first fifty matches are sorted. */
export const SORTED_MATCHES = PAGE_SIZE * MAX_PAGE;

export const SORT_ORDERS = ['default', 'order', 'priceasc', 'pricedesc'] as const;

/** `order` is by sales, most first. */
export type SortOrder = (typeof SORT_ORDERS)[number];

/** A search whose every field has been checked. `parse-product-query.ts` makes one from what came over the wire. */
export interface ProductQuery {
  readonly terms: readonly string[];
  /** From 1 to `MAX_PAGE`. */
  readonly page: number;
  readonly shopId?: string;
  /** Inclusive on both ends. */
  readonly price?: { readonly low: number; readonly high: number };
  /** All of them must be promised. */
  readonly services: readonly Service[];
  readonly sort: SortOrder;
}

/**
 * Searches the market. Ranking is BM25 over what `indexed-text.ts` says, ties by product id; filters hold for every
 * result and never hide a match, however far down the ranking it stands.
 */
export interface Search {
  find(query: ProductQuery): Promise<readonly ProductCard[]>;
  /** The products with these ids, in this order; unknown ids are left out. */
  products(ids: readonly string[]): Promise<readonly Product[]>;
  close(): Promise<void>;
}
