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
import { cardOf, type Product, type ProductCard } from '../product.ts';
import { PAGE_SIZE, type ProductQuery, type Search, SORTED_MATCHES } from '../search/search.ts';

interface Posting {
  readonly entry: number;
  readonly frequency: number;
}

/**
 * Defines search in fifty lines: score every product, keep those that pass the filters, sort. Every other engine must
 * give exactly these answers; this one is too slow for production.
 */
export class BruteForceSearch implements Search {
  readonly #products: readonly Product[];
  readonly #postings = new Map<string, Posting[]>();
  readonly #factors: readonly number[];

  constructor(products: readonly Product[]) {
    this.#products = products.toSorted((left, right) => compareStrings(left.product_id, right.product_id));
    const lengths = this.#products.map((product, entry) => this.#add(analyse(indexedText(product)), entry));
    const factors = lengthFactors(lengths.reduce((sum, length) => sum + length, 0) / products.length);
    this.#factors = lengths.map((length) => factors[encodeLength(length)]!);
  }

  async find(query: ProductQuery): Promise<readonly ProductCard[]> {
    const scores = this.#scores(query.terms);
    const matches = this.#products
      .map((product, entry) => ({ product, score: Math.fround(scores[entry]!) }))
      .filter(({ product, score }) => score > 0 && passes(product, query))
      // The products are sorted by id and the sort is stable, so ties are ordered by id.
      .sort((left, right) => right.score - left.score)
      .map(({ product }) => product);
    const start = (query.page - 1) * PAGE_SIZE;
    return sorted(matches, query)
      .slice(start, start + PAGE_SIZE)
      .map(cardOf);
  }

  async products(ids: readonly string[]): Promise<readonly Product[]> {
    const found = ids.map((id) => this.#products.find(({ product_id }) => product_id === id));
    return found.filter((product) => product !== undefined);
  }

  async close(): Promise<void> {}

  #add(terms: readonly string[], entry: number): number {
    const frequencies = new Map<string, number>();
    for (const term of terms) frequencies.set(term, Math.min((frequencies.get(term) ?? 0) + 1, MAX_TERM_FREQUENCY));
    for (const [term, frequency] of frequencies) {
      const postings = this.#postings.get(term);
      if (postings === undefined) this.#postings.set(term, [{ entry, frequency }]);
      else postings.push({ entry, frequency });
    }
    return terms.length;
  }

  #scores(terms: readonly string[]): Float64Array {
    const scores = new Float64Array(this.#products.length);
    for (const term of new Set(terms)) {
      const postings = this.#postings.get(term) ?? [];
      const repetitions = terms.filter((other) => other === term).length;
      const weight = Math.fround(repetitions * inverseDocumentFrequency(this.#products.length, postings.length));
      for (const { entry, frequency } of postings)
        scores[entry]! += contribution(weight, frequency, this.#factors[entry]!);
    }
    return scores;
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
