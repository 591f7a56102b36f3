import { PAGE_SIZE, type ProductQuery, SORTED_MATCHES } from '../search/search.ts';

/** k1 + 1 in 32-bit float arithmetic. */
const LEGACY_FACTOR = Math.fround(1 + Math.fround(0.9));

/**
 * Boost that gives a term repeated `count` times in a query the weight `count`. Before version 3, OpenSearch multiplies
 * scores by k1 + 1, as older versions of Lucene did; undoing that in the boost keeps its float arithmetic equal to
 * ours.
 */
export function termBoost(count: number, serverMajor: number): number {
  return serverMajor < 3 ? Math.fround(count / LEGACY_FACTOR) : count;
}

/** The search request for a query. Filters are part of the query, so they do not hide matches. */
export function searchBody(query: ProductQuery, serverMajor: number): object {
  const counts = new Map<string, number>();
  for (const term of query.terms) counts.set(term, (counts.get(term) ?? 0) + 1);
  const should = [...counts].map(([value, count]) => ({
    term: { terms: { value, boost: termBoost(count, serverMajor) } },
  }));
  const byRelevance = query.sort === 'default';
  return {
    query: { bool: { should, minimum_should_match: 1, filter: filtersOf(query) } },
    sort: [{ _score: 'desc' }, { product_id: 'asc' }],
    // Other sort orders apply to the most relevant matches, so the caller sorts them.
    from: byRelevance ? (query.page - 1) * PAGE_SIZE : 0,
    size: byRelevance ? PAGE_SIZE : SORTED_MATCHES,
    track_total_hits: false,
    _source: ['json'],
  };
}

function filtersOf({ shopId, price, services }: ProductQuery): object[] {
  return [
    ...(shopId === undefined ? [] : [{ term: { shop_id: shopId } }]),
    ...(price === undefined ? [] : [{ range: { price: rangeOf(price) } }]),
    ...services.map((service) => ({ term: { service } })),
  ];
}

/** JSON has no Infinity. */
function rangeOf({ low, high }: NonNullable<ProductQuery['price']>): object {
  return { gte: low, ...(high === Infinity ? {} : { lte: high }) };
}
