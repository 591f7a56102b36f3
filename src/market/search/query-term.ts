import { contribution, inverseDocumentFrequency, lengthFactors } from '../index/bm25.ts';
import type { MarketIndex } from '../index/market-index.ts';
import { DENSE_RANK_SPAN, denseShape, RARE_PAIR } from '../index/section.ts';

/** Bounds come from a table computed with weight 1; rounding at another weight may differ in the last bits. */
const BOUND_SLACK = 1 + 2 ** -18;

/** The posting sections of an index, and what every query shares. */
export class Postings {
  readonly docs: Uint32Array;
  readonly codes: Uint8Array;
  readonly #index: MarketIndex;
  readonly #rows: Uint32Array;
  readonly #offsets: Uint32Array;
  readonly #bestCodes: Uint8Array;
  readonly #pairFrequencies: Uint8Array;
  readonly #pairLengths: Uint8Array;
  readonly #rarePostings: Uint32Array;
  readonly #rareFrequencies: Uint8Array;
  readonly #lengths: Uint8Array;
  readonly #lengthFactors: Float32Array;
  readonly #bitmapOfRow: ReadonlyMap<number, number>;
  readonly #denseBits: Uint32Array;
  readonly #denseRanks: Uint32Array;

  constructor(index: MarketIndex) {
    const { products, totalLength } = index.manifest;
    this.#index = index;
    this.docs = index.words('postingDocs');
    this.codes = index.bytes('postingCodes');
    this.#rows = index.words('termRows');
    this.#offsets = index.words('postingOffsets');
    this.#bestCodes = index.bytes('bestCodes');
    this.#pairFrequencies = index.bytes('pairFrequencies');
    this.#pairLengths = index.bytes('pairLengths');
    this.#rarePostings = index.words('rarePostings');
    this.#rareFrequencies = index.bytes('rareFrequencies');
    this.#lengths = index.bytes('lengths');
    this.#lengthFactors = lengthFactors(products === 0 ? 1 : totalLength / products);
    this.#bitmapOfRow = new Map(Array.from(index.words('denseRows'), (row, bitmap) => [row, bitmap]));
    this.#denseBits = index.words('denseBits');
    this.#denseRanks = index.words('denseRanks');
  }

  /** The term ready to be matched, or nothing when no product contains it. */
  lookUp(term: string, repetitions: number): QueryTerm | undefined {
    const place = this.#index.terms.find(term);
    if (place === -1) return undefined;
    const row = this.#rows[place]!;
    const start = this.#offsets[row]!;
    const end = this.#offsets[row + 1]!;
    const idf = inverseDocumentFrequency(this.#index.manifest.products, end - start);
    const weight = Math.fround(repetitions * idf);
    const table = new Float64Array(256);
    for (let code = 0; code < RARE_PAIR; code++) {
      const factor = this.#lengthFactors[this.#pairLengths[code]!]!;
      table[code] = contribution(weight, this.#pairFrequencies[code]!, factor);
    }
    // A sum that meets a rare pair turns into NaN and is then computed the slow way; the hot loop needs no test.
    table[RARE_PAIR] = Number.NaN;
    const bestCode = this.#bestCodes[row]!;
    const bound = bestCode === RARE_PAIR ? weight : table[bestCode]! * BOUND_SLACK;
    return new QueryTerm(this, { start, end, weight, table, bound, bitmap: this.#bitmap(row) });
  }

  /** What the posting adds to its product's score, rare pairs included. */
  contributionAt(term: QueryTerm, posting: number): number {
    const code = this.codes[posting]!;
    if (code !== RARE_PAIR) return term.table[code]!;
    const frequency = this.#rareFrequencies[lowerBound(this.#rarePostings, posting, 0, this.#rarePostings.length)]!;
    return contribution(term.weight, frequency, this.#lengthFactors[this.#lengths[this.docs[posting]!]!]!);
  }

  #bitmap(row: number): Bitmap | undefined {
    const bitmap = this.#bitmapOfRow.get(row);
    if (bitmap === undefined) return undefined;
    const { wordsPerRow, ranksPerRow } = denseShape(this.#index.manifest.products);
    return {
      bits: this.#denseBits.subarray(bitmap * wordsPerRow, (bitmap + 1) * wordsPerRow),
      ranks: this.#denseRanks.subarray(bitmap * ranksPerRow, (bitmap + 1) * ranksPerRow),
    };
  }
}

interface Bitmap {
  readonly bits: Uint32Array;
  readonly ranks: Uint32Array;
}

interface QueryTermParts {
  readonly start: number;
  readonly end: number;
  readonly weight: number;
  readonly table: Float64Array;
  readonly bound: number;
  readonly bitmap: Bitmap | undefined;
}

/** One term of a query with a cursor into its postings, which only ever moves forward. */
export class QueryTerm {
  readonly start: number;
  readonly end: number;
  readonly weight: number;
  /** Contribution by posting code. */
  readonly table: Float64Array;
  /** No posting of this term contributes more. */
  readonly bound: number;
  position: number;
  readonly #postings: Postings;
  readonly #bits: Uint32Array | undefined;
  readonly #ranks: Uint32Array | undefined;

  constructor(postings: Postings, parts: QueryTermParts) {
    this.#postings = postings;
    this.start = parts.start;
    this.end = parts.end;
    this.weight = parts.weight;
    this.table = parts.table;
    this.bound = parts.bound;
    this.#bits = parts.bitmap?.bits;
    this.#ranks = parts.bitmap?.ranks;
    this.position = parts.start;
  }

  /** What this term adds to the score of `doc`; 0 when the product does not contain it. Ask for ascending products. */
  contributionTo(doc: number): number {
    const posting = this.#bits === undefined ? this.#seek(doc) : this.#rank(doc);
    return posting === -1 ? 0 : this.#postings.contributionAt(this, posting);
  }

  /** As `contributionTo`, for products in any order. */
  contributionToAny(doc: number): number {
    const posting = lowerBound(this.#postings.docs, doc, this.start, this.end);
    if (posting === this.end || this.#postings.docs[posting] !== doc) return 0;
    return this.#postings.contributionAt(this, posting);
  }

  #seek(doc: number): number {
    const docs = this.#postings.docs;
    const end = this.end;
    let low = this.position;
    if (low === end) return -1;
    if (docs[low]! < doc) {
      let step = 1;
      while (low + step < end && docs[low + step]! < doc) {
        low += step;
        step *= 2;
      }
      low = lowerBound(docs, doc, low + 1, Math.min(low + step, end));
      this.position = low;
      if (low === end) return -1;
    }
    return docs[low] === doc ? low : -1;
  }

  #rank(doc: number): number {
    const bits = this.#bits!;
    const word = doc >>> 5;
    const bit = 1 << (doc & 31);
    if ((bits[word]! & bit) === 0) return -1;
    const block = Math.floor(doc / DENSE_RANK_SPAN);
    let before = this.#ranks![block]!;
    for (let earlier = block * (DENSE_RANK_SPAN / 32); earlier < word; earlier++) before += popcount(bits[earlier]!);
    return this.start + before + popcount(bits[word]! & (bit - 1));
  }
}

function popcount(word: number): number {
  let bits = word - ((word >>> 1) & 0x55555555);
  bits = (bits & 0x33333333) + ((bits >>> 2) & 0x33333333);
  return Math.imul((bits + (bits >>> 4)) & 0x0f0f0f0f, 0x01010101) >>> 24;
}

/** First position in [low, high) whose value is not below `wanted`, or `high`. */
function lowerBound(values: Uint32Array, wanted: number, low: number, high: number): number {
  while (low < high) {
    const middle = (low + high) >>> 1;
    if (values[middle]! < wanted) low = middle + 1;
    else high = middle;
  }
  return low;
}
