import { MarketIndex, type SharedIndex } from '../market-index.ts';
import type { Product, ProductCard } from '../product.ts';
import { serviceMask } from '../service.ts';
import { type ColumnFilter, Ranker } from './ranker.ts';
import { PAGE_SIZE, type ProductQuery, type Search, SORTED_MATCHES, type SortOrder } from './search.ts';

/** Search over an index file in this thread. */
export class EmbeddedSearch implements Search {
  readonly index: MarketIndex;
  readonly #ranker: Ranker;
  readonly #owned: boolean;

  private constructor(index: MarketIndex, owned: boolean) {
    this.index = index;
    this.#owned = owned;
    this.#ranker = new Ranker(index);
  }

  static open(path: string): EmbeddedSearch {
    return new EmbeddedSearch(MarketIndex.open(path), true);
  }

  static attach(shared: SharedIndex): EmbeddedSearch {
    return new EmbeddedSearch(MarketIndex.attach(shared), false);
  }

  async find(query: ProductQuery): Promise<readonly ProductCard[]> {
    return this.findNow(query);
  }

  async products(ids: readonly string[]): Promise<readonly Product[]> {
    return this.productsNow(ids);
  }

  async close(): Promise<void> {
    if (this.#owned) this.index.close();
  }

  /** Synchronous `find`, for callers in this thread. */
  findNow(query: ProductQuery): ProductCard[] {
    return this.pageOf(query).map((doc) => this.index.card(doc));
  }

  productsNow(ids: readonly string[]): Product[] {
    const docs = ids.map((id) => this.index.productIds.find(id)).filter((doc) => doc !== -1);
    return docs.map((doc) => this.index.product(doc));
  }

  /** Product numbers of the requested page. */
  pageOf(query: ProductQuery): number[] {
    const limit = query.sort === 'default' ? query.page * PAGE_SIZE : SORTED_MATCHES;
    const top = this.#ranker.rank(query.terms, this.#columnFilter(query), limit);
    const docs = Array.from(top.docs.subarray(0, top.size));
    return this.#sorted(docs, query.sort).slice((query.page - 1) * PAGE_SIZE, query.page * PAGE_SIZE);
  }

  /** The numbers of the `limit` best matches, unfiltered and without the page limit. */
  nearest(terms: readonly string[], limit: number): number[] {
    const top = this.#ranker.rank(terms, { low: 0, high: Infinity, serviceMask: 0 }, limit);
    return Array.from(top.docs.subarray(0, top.size));
  }

  #columnFilter(query: ProductQuery): ColumnFilter {
    return {
      low: query.price?.low ?? 0,
      high: query.price?.high ?? Infinity,
      serviceMask: serviceMask(query.services),
      ...(query.shopId === undefined ? {} : { shop: this.index.shopIds.find(query.shopId) }),
    };
  }

  /** The sort is stable: ties stay in order of relevance. */
  #sorted(docs: number[], sort: SortOrder): number[] {
    const { prices, soldCounts } = this.index;
    switch (sort) {
      case 'default':
        return docs;
      case 'order':
        return docs.sort((left, right) => soldCounts[right]! - soldCounts[left]!);
      case 'priceasc':
        return docs.sort((left, right) => prices[left]! - prices[right]!);
      case 'pricedesc':
        return docs.sort((left, right) => prices[right]! - prices[left]!);
    }
  }
}
