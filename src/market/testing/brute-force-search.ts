import { analyse } from '../analysis/analyse.ts';
import {
  contribution,
  encodeLength,
  inverseDocumentFrequency,
  lengthFactors,
  MAX_TERM_FREQUENCY,
} from '../index/bm25.ts';
import { indexedText } from '../index/indexed-text.ts';
import { compareStrings } from '../index/string-table.ts';
import type { Product, ProductCard } from '../product.ts';
import { PAGE_SIZE, type ProductQuery, type Search, SORTED_MATCHES } from '../search/search.ts';

interface Entry {
  readonly product: Product;
  readonly frequencies: ReadonlyMap<string, number>;
  readonly length: number;
}

/**
 * The meaning of search in fifty lines: score every product, keep those that pass, sort. Every other engine must give
 * exactly these answers; none would want to give them this slowly.
 */
export class BruteForceSearch implements Search {
  readonly #entries: readonly Entry[];
  readonly #containing = new Map<string, number>();
  readonly #lengthFactors: Float32Array;

  constructor(products: readonly Product[]) {
    const sorted = products.toSorted((left, right) => compareStrings(left.product_id, right.product_id));
    this.#entries = sorted.map((product) => {
      const terms = analyse(indexedText(product));
      const frequencies = new Map<string, number>();
      for (const term of terms) frequencies.set(term, Math.min((frequencies.get(term) ?? 0) + 1, MAX_TERM_FREQUENCY));
      for (const term of frequencies.keys()) this.#containing.set(term, (this.#containing.get(term) ?? 0) + 1);
      return { product, frequencies, length: terms.length };
    });
    const total = this.#entries.reduce((sum, { length }) => sum + length, 0);
    this.#lengthFactors = lengthFactors(total / products.length);
  }

  async find(query: ProductQuery): Promise<readonly ProductCard[]> {
    const weights = this.#weights(query.terms);
    const matches = this.#entries
      .filter(({ product }) => passes(product, query))
      .map((entry) => ({ product: entry.product, score: this.#score(entry, weights) }))
      .filter(({ score }) => score > 0)
      // The products are in the order of their ids and the sort is stable: that is how ties are broken.
      .sort((left, right) => right.score - left.score)
      .map(({ product }) => product);
    const start = (query.page - 1) * PAGE_SIZE;
    return sorted(matches, query)
      .slice(start, start + PAGE_SIZE)
      .map(cardOf);
  }

  async products(ids: readonly string[]): Promise<readonly Product[]> {
    const found = ids.map((id) => this.#entries.find(({ product }) => product.product_id === id)?.product);
    return found.filter((product) => product !== undefined);
  }

  async close(): Promise<void> {}

  #weights(terms: readonly string[]): Map<string, number> {
    const weights = new Map<string, number>();
    for (const term of new Set(terms)) {
      const repetitions = terms.filter((other) => other === term).length;
      const idf = inverseDocumentFrequency(this.#entries.length, this.#containing.get(term) ?? 0);
      weights.set(term, Math.fround(repetitions * idf));
    }
    return weights;
  }

  #score(entry: Entry, weights: ReadonlyMap<string, number>): number {
    const factor = this.#lengthFactors[encodeLength(entry.length)]!;
    let sum = 0;
    for (const [term, weight] of weights) {
      const frequency = entry.frequencies.get(term);
      if (frequency !== undefined) sum += contribution(weight, frequency, factor);
    }
    return Math.fround(sum);
  }
}

function passes(product: Product, query: ProductQuery): boolean {
  if (query.shopId !== undefined && product.shop_id !== query.shopId) return false;
  if (query.price !== undefined && (product.price < query.price.low || product.price > query.price.high)) return false;
  return query.services.every((service) => product.service.includes(service));
}

function sorted(matches: readonly Product[], query: ProductQuery): readonly Product[] {
  const first = matches.slice(0, SORTED_MATCHES);
  switch (query.sort) {
    case 'default':
      return matches;
    case 'order':
      return first.sort((left, right) => right.sold_count - left.sold_count);
    case 'priceasc':
      return first.sort((left, right) => left.price - right.price);
    case 'pricedesc':
      return first.sort((left, right) => right.price - left.price);
  }
}

function cardOf({ product_id, shop_id, title, price, service, sold_count }: Product): ProductCard {
  return { product_id, shop_id, title, price, service, sold_count };
}
