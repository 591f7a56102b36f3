/** Search in a market. */
export { EmbeddedSearch } from './search/embedded-search.ts';
export { parseProductQuery, type WireQuery } from './search/parse-product-query.ts';
export { MAX_PAGE, type ProductQuery, type Search, SORT_ORDERS } from './search/search.ts';
export { ThreadedSearch } from './search/threaded-search.ts';
