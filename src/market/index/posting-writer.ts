import { contribution } from './bm25.ts';
import type { PairCodes } from './pair-codes.ts';
import type { TermPostings } from './posting-runs.ts';
import {
  BLOCK_MIN_POSTINGS,
  BLOCK_SPAN,
  blockCount,
  DENSE_ONE_IN,
  DENSE_RANK_SPAN,
  type DenseShape,
  denseShape,
  NO_POSTING,
  RARE_PAIR,
} from './section.ts';
import type { SectionSpools } from './section-spools.ts';

/** Writes the final postings, row by row: codes instead of pairs, bounds, and bitmaps for frequent rows. */
export class PostingWriter {
  readonly #spools: SectionSpools;
  readonly #codes: PairCodes;
  readonly #pairValues: Float64Array;
  readonly #products: number;
  readonly #shape: DenseShape;
  readonly #blocks: number;
  #row = 0;
  #written = 0;

  constructor(spools: SectionSpools, codes: PairCodes, lengthFactors: Float32Array, products: number) {
    this.#spools = spools;
    this.#codes = codes;
    this.#products = products;
    this.#shape = denseShape(products);
    this.#blocks = blockCount(products);
    // The weight scales all pairs equally, so any weight gives the same order.
    this.#pairValues = Float64Array.from({ length: 0x10000 }, (_, pair) =>
      contribution(1, pair >>> 8, lengthFactors[pair & 0xff]!),
    );
    spools.get('pairFrequencies').appendBytes(codes.frequencies);
    spools.get('pairLengths').appendBytes(codes.lengths);
  }

  write(postings: TermPostings): void {
    const { docs, pairs } = postings;
    this.#spools.get('postingOffsets').appendUint32(this.#written);
    this.#spools.get('postingDocs').appendBytes(new Uint8Array(docs.buffer, docs.byteOffset, docs.byteLength));
    const codes = this.#spools.get('postingCodes');
    for (let i = 0; i < pairs.length; i++) {
      const pair = pairs[i]!;
      const code = this.#codes.codes[pair]!;
      codes.appendByte(code);
      if (code === RARE_PAIR) {
        this.#spools.get('rarePostings').appendUint32(this.#written + i);
        this.#spools.get('rareFrequencies').appendByte(pair >>> 8);
      }
    }
    this.#spools.get('bestCodes').appendByte(this.#bestCode(pairs, 0, pairs.length));
    if (docs.length >= BLOCK_MIN_POSTINGS * this.#blocks) this.#writeBlocks(postings);
    if (docs.length * DENSE_ONE_IN > this.#products) this.#writeBitmap(docs);
    this.#written += docs.length;
    this.#row++;
  }

  finish(): void {
    this.#spools.get('postingOffsets').appendUint32(this.#written);
  }

  #bestCode(pairs: Uint16Array, start: number, end: number): number {
    let best = -1;
    let bestPair = 0;
    for (let i = start; i < end; i++) {
      const value = this.#pairValues[pairs[i]!]!;
      if (value > best) {
        best = value;
        bestPair = pairs[i]!;
      }
    }
    return this.#codes.codes[bestPair]!;
  }

  #writeBlocks({ docs, pairs }: TermPostings): void {
    this.#spools.get('blockRows').appendUint32(this.#row);
    const codes = this.#spools.get('blockCodes');
    let start = 0;
    for (let block = 0; block < this.#blocks; block++) {
      const blockEnd = (block + 1) * BLOCK_SPAN;
      let end = start;
      while (end < docs.length && docs[end]! < blockEnd) end++;
      codes.appendByte(end === start ? NO_POSTING : this.#bestCode(pairs, start, end));
      start = end;
    }
  }

  #writeBitmap(docs: Uint32Array): void {
    const bits = new Uint32Array(this.#shape.wordsPerRow);
    for (let i = 0; i < docs.length; i++) bits[docs[i]! >>> 5]! |= 1 << (docs[i]! & 31);
    const ranks = new Uint32Array(this.#shape.ranksPerRow);
    let passed = 0;
    for (let block = 0; block < ranks.length; block++) {
      ranks[block] = passed;
      const blockEnd = (block + 1) * DENSE_RANK_SPAN;
      while (passed < docs.length && docs[passed]! < blockEnd) passed++;
    }
    this.#spools.get('denseRows').appendUint32(this.#row);
    this.#spools.get('denseBits').appendBytes(new Uint8Array(bits.buffer));
    this.#spools.get('denseRanks').appendBytes(new Uint8Array(ranks.buffer));
  }
}
