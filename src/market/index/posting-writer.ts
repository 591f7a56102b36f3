import { contribution } from './bm25.ts';
import type { PairCodes } from './pair-codes.ts';
import type { TermPostings } from './posting-runs.ts';
import { DENSE_ONE_IN, DENSE_RANK_SPAN, type DenseShape, denseShape, RARE_PAIR } from './section.ts';
import type { SectionSpools } from './section-spools.ts';

/** Writes the final postings, row by row: codes instead of pairs, bounds, and bitmaps for the frequent rows. */
export class PostingWriter {
  readonly #spools: SectionSpools;
  readonly #codes: PairCodes;
  readonly #pairValues: Float64Array;
  readonly #products: number;
  readonly #shape: DenseShape;
  #row = 0;
  #written = 0;

  constructor(spools: SectionSpools, codes: PairCodes, lengthFactors: Float32Array, products: number) {
    this.#spools = spools;
    this.#codes = codes;
    this.#products = products;
    this.#shape = denseShape(products);
    // The weight scales all pairs alike, so any weight orders them.
    this.#pairValues = Float64Array.from({ length: 0x10000 }, (_, pair) =>
      contribution(1, pair >>> 8, lengthFactors[pair & 0xff]!),
    );
    spools.get('pairFrequencies').appendBytes(codes.frequencies);
    spools.get('pairLengths').appendBytes(codes.lengths);
  }

  write({ docs, pairs }: TermPostings): void {
    this.#spools.get('postingOffsets').appendUint32(this.#written);
    this.#spools.get('postingDocs').appendBytes(new Uint8Array(docs.buffer, docs.byteOffset, docs.byteLength));
    const codes = this.#spools.get('postingCodes');
    let best = -1;
    let bestCode = RARE_PAIR;
    for (let i = 0; i < pairs.length; i++) {
      const pair = pairs[i]!;
      const code = this.#codes.codes[pair]!;
      codes.appendByte(code);
      if (code === RARE_PAIR) {
        this.#spools.get('rarePostings').appendUint32(this.#written + i);
        this.#spools.get('rareFrequencies').appendByte(pair >>> 8);
      }
      if (this.#pairValues[pair]! > best) {
        best = this.#pairValues[pair]!;
        bestCode = code;
      }
    }
    this.#spools.get('bestCodes').appendByte(bestCode);
    if (docs.length * DENSE_ONE_IN > this.#products) this.#writeBitmap(docs);
    this.#written += docs.length;
    this.#row++;
  }

  finish(): void {
    this.#spools.get('postingOffsets').appendUint32(this.#written);
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
