import { encodeLength, lengthFactors, MAX_TERM_FREQUENCY } from './bm25.ts';
import type { MarketManifest, MarketSource } from './index-header.ts';
import { choosePairCodes, pairOf } from './pair-codes.ts';
import { PostingRuns } from './posting-runs.ts';
import { PostingWriter } from './posting-writer.ts';
import type { PreparedProducts } from './prepared-products.ts';
import { SectionSpools } from './section-spools.ts';
import { ShopTable } from './shop-table.ts';
import { compareStrings } from './string-table.ts';
import { Vocabulary } from './vocabulary.ts';

const TERMS = { bytes: 'termBytes', offsets: 'termOffsets' } as const;
const PRODUCT_IDS = { bytes: 'productIdBytes', offsets: 'productIdOffsets' } as const;
const TITLES = { bytes: 'titles', offsets: 'titleOffsets' } as const;

/**
 * Writes products, which must arrive in the order of their ids, into one index file. Columns and texts go directly to
 * disk and postings to sorted runs, so memory holds only the vocabulary, the shops and one run, whatever the number of
 * products.
 */
export class IndexBuilder {
  readonly #path: string;
  readonly #spools: SectionSpools;
  readonly #runs: PostingRuns;
  readonly #vocabulary = new Vocabulary();
  readonly #shops = new ShopTable();
  readonly #pairHistogram = new Uint32Array(0x10000);
  #lastSeenIn = new Int32Array(1024).fill(-1);
  #frequency = new Uint32Array(1024);
  #previousId: string | undefined;
  #products = 0;
  #totalLength = 0;

  constructor(path: string, postingsPerRun?: number) {
    this.#path = path;
    this.#spools = new SectionSpools(path);
    this.#runs = new PostingRuns(path, postingsPerRun);
  }

  /** Batches contain whole detail blocks; only the last batch may end with a partial one. */
  add(batch: PreparedProducts): void {
    const { get } = this.#spools;
    for (const [place, productId] of batch.productIds.entries()) {
      this.#checkOrder(productId);
      this.#addPostings(batch.texts[place]!, this.#products++);
      this.#spools.appendString(PRODUCT_IDS, productId);
      this.#spools.appendString(TITLES, batch.titles[place]!);
      get('prices').appendFloat64(batch.prices[place]!);
      get('services').appendByte(batch.serviceMasks[place]!);
      get('soldCounts').appendUint32(batch.soldCounts[place]!);
      this.#shops.add(batch.shopIds[place]!);
    }
    for (const block of batch.detailBlocks) {
      get('detailOffsets').appendFloat64(get('details').bytes);
      get('details').appendBytes(block);
    }
  }

  /** Writes the file. The builder cannot be used afterwards. */
  finish(source: MarketSource, onTerm?: (done: number, total: number) => void): MarketManifest {
    this.#spools.get('detailOffsets').appendFloat64(this.#spools.get('details').bytes);
    this.#spools.closeStrings(PRODUCT_IDS);
    this.#spools.closeStrings(TITLES);
    this.#shops.write(this.#spools);
    this.#writePostings(onTerm);
    this.#writeTerms();
    const manifest: MarketManifest = {
      products: this.#products,
      shops: this.#shops.size,
      terms: this.#vocabulary.size,
      postings: this.#runs.total,
      totalLength: this.#totalLength,
      source,
    };
    this.#spools.assemble(this.#path, manifest);
    return manifest;
  }

  close(): void {
    this.#spools.close();
    this.#runs.close();
  }

  #checkOrder(productId: string): void {
    if (this.#previousId !== undefined && compareStrings(this.#previousId, productId) >= 0) {
      throw new RangeError(`products must come by ascending id: ${productId} after ${this.#previousId}`);
    }
    this.#previousId = productId;
  }

  #addPostings(text: string, doc: number): void {
    const terms: number[] = [];
    let length = 0;
    this.#vocabulary.forEachTerm(text, (term) => {
      length++;
      if (term >= this.#lastSeenIn.length) this.#growTerms(term);
      if (this.#lastSeenIn[term] === doc) {
        this.#frequency[term]!++;
      } else {
        this.#lastSeenIn[term] = doc;
        this.#frequency[term] = 1;
        terms.push(term);
      }
    });
    const encodedLength = encodeLength(length);
    for (const term of terms) {
      const pair = pairOf(Math.min(this.#frequency[term]!, MAX_TERM_FREQUENCY), encodedLength);
      this.#pairHistogram[pair]!++;
      this.#runs.add(term, doc, pair);
    }
    this.#spools.get('lengths').appendByte(encodedLength);
    this.#totalLength += length;
  }

  #growTerms(term: number): void {
    const size = Math.max(term + 1, this.#lastSeenIn.length * 2);
    const lastSeenIn = new Int32Array(size).fill(-1);
    const frequency = new Uint32Array(size);
    lastSeenIn.set(this.#lastSeenIn);
    frequency.set(this.#frequency);
    this.#lastSeenIn = lastSeenIn;
    this.#frequency = frequency;
  }

  #writePostings(onTerm: ((done: number, total: number) => void) | undefined): void {
    const codes = choosePairCodes(this.#pairHistogram);
    const factors = lengthFactors(this.#products === 0 ? 1 : this.#totalLength / this.#products);
    const writer = new PostingWriter(this.#spools, codes, factors, this.#products);
    let done = 0;
    for (const postings of this.#runs.byTerm(this.#vocabulary.size)) {
      writer.write(postings);
      if (++done % 4096 === 0) onTerm?.(done, this.#vocabulary.size);
    }
    writer.finish();
  }

  #writeTerms(): void {
    const sorted = [...this.#vocabulary.entries()].sort(([left], [right]) => compareStrings(left, right));
    for (const [term, row] of sorted) {
      this.#spools.appendString(TERMS, term);
      this.#spools.get('termRows').appendUint32(row);
    }
    this.#spools.closeStrings(TERMS);
  }
}
