import type { MarketIndex } from '../../src/market/market-index.ts';
import { type ProductQuery, parseProductQuery, type WireQuery } from '../../src/market/search.ts';
import { titleWords } from '../../src/market/testing/random-query.ts';
import { Random } from '../../src/random/random.ts';

export const QUERY_CLASSES = {
  plain: '4 to 6 words',
  filtered: 'with price range and services',
  shop: 'within one shop',
  sorted: 'sorted by price',
  short: '1 or 2 words',
} as const;

export type QueryClass = keyof typeof QUERY_CLASSES;

/** Queries made from products of the catalogue, the same for every engine and run. */
export function makeQueries(index: MarketIndex, queryClass: QueryClass, count: number): ProductQuery[] {
  const random = new Random(99, Object.keys(QUERY_CLASSES).indexOf(queryClass));
  return Array.from({ length: count }, () => {
    const card = index.card(random.integer(index.manifest.products));
    const words = queryClass === 'short' ? 1 + random.integer(2) : 4 + random.integer(3);
    const wire: WireQuery = {
      q: titleWords(random, card, words),
      page: '1',
      ...(queryClass === 'filtered' && {
        price: `${Math.floor(card.price * 0.7)}-${Math.ceil(card.price * 1.3)}`,
        service: card.service.join(','),
      }),
      ...(queryClass === 'shop' && { shop_id: card.shop_id }),
      ...(queryClass === 'sorted' && { sort: 'priceasc' }),
    };
    return parseProductQuery(wire)!;
  });
}
