import type { MarketIndex } from '../../src/market/market-index.ts';
import type { Product } from '../../src/market/product.ts';
import { Postings } from '../../src/market/search/postings.ts';
import { PAGE_SIZE, type ProductQuery, SORTED_MATCHES } from '../../src/market/search/search.ts';

const HITS = 10_000;

/**
 * The algorithm of the reference engine on our index: score every match, take the 10,000 best, fetch and parse each
 * (its library loads every hit before the caller sees the first), filter, keep fifty. Matches beyond hit 10,000 are
 * lost. Its scores are also an independent check of the engine's, because it skips nothing.
 */
export class ReferenceSearch {
  readonly #index: MarketIndex;
  readonly #postings: Postings;
  readonly #scores: Float64Array;

  constructor(index: MarketIndex) {
    this.#index = index;
    this.#postings = new Postings(index);
    this.#scores = new Float64Array(index.manifest.products);
  }

  /** The first fifty matches the reference would see. */
  matches(query: ProductQuery): Product[] {
    const hits = this.ranking(query).slice(0, HITS);
    const found = hits
      .map((doc) => this.#index.product(doc))
      .filter((product) => passes(product, query))
      .slice(0, SORTED_MATCHES);
    return query.sort === 'priceasc' ? found.sort((left, right) => left.price - right.price) : found;
  }

  page(query: ProductQuery): Product[] {
    return this.matches(query).slice((query.page - 1) * PAGE_SIZE, query.page * PAGE_SIZE);
  }

  /** All products that match a term, best first, ties by id. */
  ranking(query: ProductQuery): number[] {
    const repetitions = new Map<string, number>();
    for (const term of query.terms) repetitions.set(term, (repetitions.get(term) ?? 0) + 1);
    const scores = this.#scores;
    const matching: number[] = [];
    for (const term of this.#postings.lookUp(repetitions)) {
      for (let posting = term.position; posting < term.end; posting++) {
        const doc = this.#postings.docs[posting]!;
        if (scores[doc] === 0) matching.push(doc);
        scores[doc]! += term.contributionToAny(doc);
      }
    }
    const ranked = matching
      .map((doc) => ({ doc, score: Math.fround(scores[doc]!) }))
      .sort((left, right) => right.score - left.score || left.doc - right.doc);
    for (const doc of matching) scores[doc] = 0;
    return ranked.map(({ doc }) => doc);
  }
}

export function passes(product: Product, query: ProductQuery): boolean {
  if (query.shopId !== undefined && product.shop_id !== query.shopId) return false;
  if (query.price !== undefined && (product.price < query.price.low || product.price > query.price.high)) return false;
  return query.services.every((service) => product.service.includes(service));
}
