import { BLOCK_SPAN, blockCount } from '../index/section.ts';
import type { MarketIndex } from '../market-index.ts';
import { Postings } from './postings.ts';
import type { QueryTerm } from './query-term.ts';
import { TopMatches } from './top-matches.ts';

/** Filters on a product that the index columns can answer. */
export interface ColumnFilter {
  /** Position in the shop table; -1 for a shop without products here. */
  readonly shop?: number;
  readonly low: number;
  readonly high: number;
  readonly serviceMask: number;
}

/**
 * Exact top matches by BM25 without scoring every match: MaxScore (Turtle and Flood) with bounds per block of products.
 * Terms that together cannot lift any product of the block above the current threshold are not scanned; they are only
 * looked up for products found through the other terms. A block in which no sum can exceed the threshold is skipped.
 * Filters are tested on the columns before any look-up, so they are cheap and never hide a match.
 *
 * Use one ranker per thread: every query uses its scratch arrays.
 */
export class Ranker {
  readonly #index: MarketIndex;
  readonly #postings: Postings;
  readonly #sums = new Float64Array(BLOCK_SPAN);
  readonly #touched = new Uint32Array(BLOCK_SPAN / 32);

  constructor(index: MarketIndex) {
    this.#index = index;
    this.#postings = new Postings(index);
  }

  rank(words: readonly string[], filter: ColumnFilter, limit: number): TopMatches {
    const top = new TopMatches(limit);
    const terms = this.#lookUp(words);
    if (terms.length === 0 || filter.shop === -1) return top;
    if (filter.shop === undefined) this.#rankAll(terms, filter, top);
    else this.#rankShop(terms, filter, filter.shop, top);
    return top;
  }

  /** The query's terms that occur in the index, weakest bound first. */
  #lookUp(words: readonly string[]): QueryTerm[] {
    const repetitions = new Map<string, number>();
    for (const word of words) repetitions.set(word, (repetitions.get(word) ?? 0) + 1);
    return this.#postings.lookUp(repetitions).sort((left, right) => left.bound - right.bound);
  }

  #rankAll(terms: readonly QueryTerm[], filter: ColumnFilter, top: TopMatches): void {
    // boundBelow[i]: the most that the i weakest terms can add together within the block.
    const boundBelow = new Float64Array(terms.length + 1);
    const blocks = blockCount(this.#index.manifest.products);
    for (let block = 0; block < blocks; block++) {
      for (let i = 0; i < terms.length; i++) boundBelow[i + 1] = boundBelow[i]! + terms[i]!.boundIn(block);
      const { threshold } = top;
      if (boundBelow[terms.length]! <= threshold) continue;
      let firstEssential = 0;
      while (boundBelow[firstEssential + 1]! <= threshold) firstEssential++;
      for (let i = firstEssential; i < terms.length; i++) this.#scan(terms[i]!, block * BLOCK_SPAN);
      this.#offerBlock(block * BLOCK_SPAN, terms, firstEssential, boundBelow, filter, top);
    }
  }

  #scan(term: QueryTerm, blockStart: number): void {
    const { docs, codes } = this.#postings;
    const { table, end } = term;
    const sums = this.#sums;
    const touched = this.#touched;
    term.moveTo(blockStart);
    let position = term.position;
    for (; position < end; position++) {
      const slot = docs[position]! - blockStart;
      if (slot >= BLOCK_SPAN) break;
      sums[slot]! += table[codes[position]!]!;
      touched[slot >>> 5]! |= 1 << (slot & 31);
    }
    term.position = position;
  }

  #offerBlock(
    blockStart: number,
    terms: readonly QueryTerm[],
    firstEssential: number,
    boundBelow: Float64Array,
    filter: ColumnFilter,
    top: TopMatches,
  ): void {
    const sums = this.#sums;
    const touched = this.#touched;
    const rest = boundBelow[firstEssential]!;
    let threshold = top.threshold;
    for (let word = 0; word < touched.length; word++) {
      let bits = touched[word]!;
      touched[word] = 0;
      while (bits !== 0) {
        const slot = (word << 5) + 31 - Math.clz32(bits & -bits);
        bits &= bits - 1;
        let sum = sums[slot]!;
        sums[slot] = 0;
        if (sum + rest <= threshold) continue;
        const doc = blockStart + slot;
        if (!this.#passes(doc, filter)) continue;
        if (Number.isNaN(sum)) sum = exactScore(terms, doc);
        else sum = addWeakTerms(terms, firstEssential, boundBelow, doc, sum, threshold);
        const score = Math.fround(sum);
        if (score <= threshold) continue;
        top.offer(doc, score);
        threshold = top.threshold;
      }
    }
  }

  #rankShop(terms: readonly QueryTerm[], filter: ColumnFilter, shop: number, top: TopMatches): void {
    const boundBelow = new Float64Array(terms.length + 1);
    for (let i = 0; i < terms.length; i++) boundBelow[i + 1] = boundBelow[i]! + terms[i]!.bound;
    for (const doc of this.#index.shopDocs(shop)) {
      if (!this.#passes(doc, filter)) continue;
      top.offer(doc, Math.fround(addWeakTerms(terms, terms.length, boundBelow, doc, 0, top.threshold)));
    }
  }

  #passes(doc: number, filter: ColumnFilter): boolean {
    const { services, prices } = this.#index;
    const mask = filter.serviceMask;
    if (mask !== 0 && (services[doc]! & mask) !== mask) return false;
    if (filter.low <= 0 && filter.high === Infinity) return true;
    const price = prices[doc]!;
    return price >= filter.low && price <= filter.high;
  }
}

/** Adds the `count` weakest terms, strongest first, and stops as soon as the threshold cannot be reached. */
function addWeakTerms(
  terms: readonly QueryTerm[],
  count: number,
  boundBelow: Float64Array,
  doc: number,
  sum: number,
  threshold: number,
): number {
  for (let i = count - 1; i >= 0; i--) {
    if (sum + boundBelow[i + 1]! <= threshold) return sum;
    sum += terms[i]!.contributionTo(doc);
  }
  return sum;
}

function exactScore(terms: readonly QueryTerm[], doc: number): number {
  let sum = 0;
  for (const term of terms) sum += term.contributionToAny(doc);
  return sum;
}
