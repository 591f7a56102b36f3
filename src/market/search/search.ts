import type { Product, ProductCard } from '../product.ts';
import type { Service } from '../service.ts';

export const PAGE_SIZE = 10;
export const MAX_PAGE = 5;

/**
 * Sorting covers only as many matches as the pages can show, as in the reference: the first fifty matches are sorted.
 */
export const SORTED_MATCHES = PAGE_SIZE * MAX_PAGE;

export const SORT_ORDERS = ['default', 'order', 'priceasc', 'pricedesc'] as const;

/** `order` sorts by sales, highest first. */
export type SortOrder = (typeof SORT_ORDERS)[number];

/** A validated search. `parse-product-query.ts` makes it from the request parameters. */
export interface ProductQuery {
  readonly terms: readonly string[];
  /** From 1 to `MAX_PAGE`. */
  readonly page: number;
  readonly shopId?: string;
  /** Inclusive on both ends. */
  readonly price?: { readonly low: number; readonly high: number };
  /** Products must offer all of these. */
  readonly services: readonly Service[];
  readonly sort: SortOrder;
}

/**
 * Searches the market. Ranking is BM25 over the text of `indexed-text.ts`; ties are ordered by product id. Filters
 * apply to every result and never hide a match, however low its rank.
 */
export interface Search {
  find(query: ProductQuery): Promise<readonly ProductCard[]>;
  /** The products with these ids, in this order; unknown ids are left out. */
  products(ids: readonly string[]): Promise<readonly Product[]>;
  close(): Promise<void>;
}
