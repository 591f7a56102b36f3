import type { Article } from '../market/encyclopaedia.ts';
import type { ProductCard, ProductInformation } from '../market/product.ts';
import type { WireQuery } from '../market/search.ts';

/**
 * Port: what the shopping tools see of a market, which is what an agent in the sandbox sees. It uses wire names and
 * wire values, so that a tool behaves the same next to the index and behind a gateway.
 */
export interface MarketView {
  /** Only if there is an encyclopaedia; otherwise `web_search` is not offered. */
  searchWeb?(query: string): Promise<readonly Article[]>;
  /** Throws `SEARCH_QUERY_INVALID` or `SEARCH_FILTER_INVALID` with the accepted form, or `SEARCH_FAILED`. */
  find(query: WireQuery): Promise<readonly ProductCard[]>;
  /** In the order requested; unknown ids are left out. */
  view(productIds: readonly string[]): Promise<readonly ProductInformation[]>;
  /**
   * The card of a product shown by an earlier `find`. Viewing a product shows neither its price nor its services; only
   * search results do.
   */
  seenCard(productId: string): ProductCard | undefined;
}
