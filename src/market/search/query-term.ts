import { BLOCK_SPAN, DENSE_RANK_SPAN, NO_POSTING, RARE_PAIR } from '../index/section.ts';
import { lowerBound } from './lower-bound.ts';
import type { Postings, TermRow } from './postings.ts';

/** Bounds were computed with weight 1; with another weight, rounding may differ in the last bits. */
const BOUND_SLACK = 1 + 2 ** -18;

/** One term of a query with a forward-only cursor into its postings. */
export class QueryTerm {
  readonly weight: number;
  /** Contribution by posting code. */
  readonly table: Float64Array;
  /** Upper bound on the contribution of any posting of this term. */
  readonly bound: number;
  readonly end: number;
  position: number;
  readonly #postings: Postings;
  readonly #start: number;
  readonly #docs: Uint32Array;
  readonly #codes: Uint8Array;
  readonly #blockCodes: Uint8Array | undefined;
  readonly #bits: Uint32Array | undefined;
  readonly #ranks: Uint32Array | undefined;

  constructor(postings: Postings, row: TermRow, weight: number, table: Float64Array) {
    this.#postings = postings;
    this.#start = row.start;
    this.#docs = postings.docs;
    this.#codes = postings.codes;
    this.#blockCodes = row.blockCodes;
    this.#bits = row.bits;
    this.#ranks = row.ranks;
    this.weight = weight;
    this.table = table;
    this.position = row.start;
    this.end = row.end;
    this.bound = this.#boundOf(row.bestCode);
  }

  /** Upper bound on the contribution of any posting within the block. Call with ascending blocks. */
  boundIn(block: number): number {
    if (this.#blockCodes !== undefined) return this.#boundOf(this.#blockCodes[block]!);
    this.moveTo(block * BLOCK_SPAN);
    if (this.position === this.end) return 0;
    return this.#docs[this.position]! < (block + 1) * BLOCK_SPAN ? this.bound : 0;
  }

  /**
   * This term's contribution to the score of `doc`; 0 if the product does not contain it. Call with ascending products.
   */
  contributionTo(doc: number): number {
    let posting = -1;
    if (this.#bits !== undefined) {
      const bits = this.#bits[doc >>> 5]!;
      const bit = 1 << (doc & 31);
      if ((bits & bit) === 0) return 0;
      posting = this.#rank(doc, this.#bits, bits & (bit - 1));
    } else {
      this.moveTo(doc);
      posting = this.position;
      if (posting === this.end || this.#docs[posting] !== doc) return 0;
    }
    const code = this.#codes[posting]!;
    return code === RARE_PAIR ? this.#postings.rareContribution(this.weight, posting) : this.table[code]!;
  }

  /** Like `contributionTo`, for products in any order. */
  contributionToAny(doc: number): number {
    const posting = lowerBound(this.#docs, doc, this.#start, this.end);
    if (posting === this.end || this.#docs[posting] !== doc) return 0;
    const code = this.#codes[posting]!;
    return code === RARE_PAIR ? this.#postings.rareContribution(this.weight, posting) : this.table[code]!;
  }

  /** Moves the cursor to the first posting at or after `doc`, in doubling steps, because most moves are short. */
  moveTo(doc: number): void {
    const docs = this.#docs;
    const end = this.end;
    let low = this.position;
    if (low === end || docs[low]! >= doc) return;
    let step = 1;
    while (low + step < end && docs[low + step]! < doc) {
      low += step;
      step *= 2;
    }
    this.position = lowerBound(docs, doc, low + 1, Math.min(low + step, end));
  }

  #boundOf(code: number): number {
    if (code === NO_POSTING) return 0;
    return code === RARE_PAIR ? this.weight : this.table[code]! * BOUND_SLACK;
  }

  /**
   * The posting of `doc`, found by counting the bits before it. `wordBefore` has those of the word that contains `doc`.
   */
  #rank(doc: number, bits: Uint32Array, wordBefore: number): number {
    const span = Math.floor(doc / DENSE_RANK_SPAN);
    let before = this.#ranks![span]! + popcount(wordBefore);
    for (let word = span * (DENSE_RANK_SPAN / 32); word < doc >>> 5; word++) before += popcount(bits[word]!);
    return this.#start + before;
  }
}

function popcount(word: number): number {
  let bits = word - ((word >>> 1) & 0x55555555);
  bits = (bits & 0x33333333) + ((bits >>> 2) & 0x33333333);
  return Math.imul((bits + (bits >>> 4)) & 0x0f0f0f0f, 0x01010101) >>> 24;
}
