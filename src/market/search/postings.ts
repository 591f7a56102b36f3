import { contribution, inverseDocumentFrequency, lengthFactors } from '../index/bm25.ts';
import { blockCount, denseShape, NO_POSTING, RARE_PAIR } from '../index/section.ts';
import type { MarketIndex } from '../market-index.ts';
import { lowerBound } from './lower-bound.ts';
import { QueryTerm } from './query-term.ts';

/** Position of a term's postings, and values precomputed for them. */
export interface TermRow {
  readonly start: number;
  readonly end: number;
  readonly bestCode: number;
  readonly blockCodes: Uint8Array | undefined;
  readonly bits: Uint32Array | undefined;
  readonly ranks: Uint32Array | undefined;
}

/** The posting sections of an index. Use one instance per thread, because its contribution tables are reused. */
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
  readonly #blockRows: Uint32Array;
  readonly #blockCodes: Uint8Array;
  readonly #denseRows: Uint32Array;
  readonly #denseBits: Uint32Array;
  readonly #denseRanks: Uint32Array;
  readonly #tables: Float64Array[] = [];

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
    this.#blockRows = index.words('blockRows');
    this.#blockCodes = index.bytes('blockCodes');
    this.#denseRows = index.words('denseRows');
    this.#denseBits = index.words('denseBits');
    this.#denseRanks = index.words('denseRanks');
  }

  /** The terms of a query that occur in the index, with their repetitions. Valid until the next call. */
  lookUp(repetitions: ReadonlyMap<string, number>): QueryTerm[] {
    const terms: QueryTerm[] = [];
    for (const [term, count] of repetitions) {
      const place = this.#index.terms.find(term);
      if (place === -1) continue;
      const row = this.#termRow(this.#rows[place]!);
      const idf = inverseDocumentFrequency(this.#index.manifest.products, row.end - row.start);
      const weight = Math.fround(count * idf);
      this.#tables[terms.length] ??= new Float64Array(256);
      terms.push(new QueryTerm(this, row, weight, this.#fill(this.#tables[terms.length]!, weight)));
    }
    return terms;
  }

  /** Contribution of a posting whose pair has no code and so no entry in a table. */
  rareContribution(weight: number, posting: number): number {
    const frequency = this.#rareFrequencies[lowerBound(this.#rarePostings, posting, 0, this.#rarePostings.length)]!;
    return contribution(weight, frequency, this.#lengthFactors[this.#lengths[this.docs[posting]!]!]!);
  }

  #fill(table: Float64Array, weight: number): Float64Array {
    for (let code = 0; code < NO_POSTING; code++) {
      const factor = this.#lengthFactors[this.#pairLengths[code]!]!;
      table[code] = contribution(weight, this.#pairFrequencies[code]!, factor);
    }
    // A sum that includes a rare pair becomes NaN and is recomputed the slow way, so the hot loop needs no branch.
    table[RARE_PAIR] = Number.NaN;
    return table;
  }

  #termRow(row: number): TermRow {
    const { products } = this.#index.manifest;
    const blocks = blockCount(products);
    const blockRow = indexIn(this.#blockRows, row);
    const denseRow = indexIn(this.#denseRows, row);
    const { wordsPerRow, ranksPerRow } = denseShape(products);
    return {
      start: this.#offsets[row]!,
      end: this.#offsets[row + 1]!,
      bestCode: this.#bestCodes[row]!,
      blockCodes: blockRow === -1 ? undefined : slice(this.#blockCodes, blockRow, blocks),
      bits: denseRow === -1 ? undefined : slice(this.#denseBits, denseRow, wordsPerRow),
      ranks: denseRow === -1 ? undefined : slice(this.#denseRanks, denseRow, ranksPerRow),
    };
  }
}

function indexIn(rows: Uint32Array, row: number): number {
  const place = lowerBound(rows, row, 0, rows.length);
  return rows[place] === row ? place : -1;
}

function slice<T extends Uint8Array | Uint32Array>(values: T, place: number, length: number): T {
  return values.subarray(place * length, (place + 1) * length) as T;
}
