import type { Article } from '../market/encyclopaedia.ts';
import type { ProductCard, ProductInformation } from '../market/product.ts';
import type { WireQuery } from '../market/search.ts';

/**
 * Port: what the shopping tools see of a market, which is what an agent in the sandbox sees of it. Wire names and wire
 * values, so that a tool behaves the same beside the index and at the far end of a gateway.
 */
export interface MarketView {
  /** Only where there is an encyclopaedia; `web_search` is not offered without. */
  searchWeb?(query: string): Promise<readonly Article[]>;
  /** Throws `SEARCH_QUERY_INVALID` or `SEARCH_FILTER_INVALID` with the accepted form, or `SEARCH_FAILED`. */
  find(query: WireQuery): Promise<readonly ProductCard[]>;
  /** In the order asked for; unknown ids are left out. */
  view(productIds: readonly string[]): Promise<readonly ProductInformation[]>;
  /**
   * The card of a product that an earlier `find` showed. Opening a product tells neither its price nor its services, so
   * only a shopper who has seen it in the results knows them.
   */
  seenCard(productId: string): ProductCard | undefined;
}
