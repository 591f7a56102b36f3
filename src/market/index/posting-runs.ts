import { Fault } from '../../fault/fault.ts';
import { SectionSpool } from './section-spool.ts';

/** Number of postings held in memory and written as one run. Sorting a run takes about 200 MB. */
const POSTINGS_PER_RUN = 12_000_000;

const MAX_POSTINGS = 0xffff_ffff;

/** The postings of one term: ascending products, each with its frequency (high byte) and length (low byte). */
export interface TermPostings {
  readonly docs: Uint32Array;
  readonly pairs: Uint16Array;
}

interface Run {
  /** Postings per term number; terms first seen later have none here. */
  readonly counts: Uint32Array;
  readonly spool: SectionSpool;
}

/**
 * Regroups postings from by-product to by-term order, in constant memory: full batches are sorted by term and written
 * as runs; reading merges all runs. Products must arrive in ascending order.
 */
export class PostingRuns {
  readonly #pathPrefix: string;
  readonly #capacity: number;
  readonly #runs: Run[] = [];
  readonly #terms: Uint32Array;
  readonly #docs: Uint32Array;
  readonly #pairs: Uint16Array;
  #used = 0;
  #total = 0;

  constructor(pathPrefix: string, capacity = POSTINGS_PER_RUN) {
    this.#pathPrefix = pathPrefix;
    this.#capacity = capacity;
    this.#terms = new Uint32Array(capacity);
    this.#docs = new Uint32Array(capacity);
    this.#pairs = new Uint16Array(capacity);
  }

  get total(): number {
    return this.#total;
  }

  add(term: number, doc: number, pair: number): void {
    if (this.#used === this.#capacity) this.#writeRun();
    this.#terms[this.#used] = term;
    this.#docs[this.#used] = doc;
    this.#pairs[this.#used] = pair;
    this.#used++;
    this.#total++;
    if (this.#total > MAX_POSTINGS) {
      throw new Fault('LIMIT_EXCEEDED', {
        message: `This market has more than ${MAX_POSTINGS} words, the maximum.`,
        remedy: 'Split the catalogue.',
      });
    }
  }

  /** The postings of terms 0, 1, 2, … in order. The arrays are reused for the next term. */
  *byTerm(termCount: number): Generator<TermPostings> {
    this.#writeRun();
    const cursors = this.#runs.map((run) => new RunCursor(run));
    let docs = new Uint32Array(1024);
    let pairs = new Uint16Array(1024);
    for (let term = 0; term < termCount; term++) {
      let count = 0;
      for (const cursor of cursors) count += cursor.countOf(term);
      if (count > docs.length) {
        docs = new Uint32Array(count * 2);
        pairs = new Uint16Array(count * 2);
      }
      let filled = 0;
      for (const cursor of cursors) filled += cursor.take(term, docs, pairs, filled);
      yield { docs: docs.subarray(0, count), pairs: pairs.subarray(0, count) };
    }
  }

  close(): void {
    for (const run of this.#runs) run.spool.close();
  }

  #writeRun(): void {
    if (this.#used === 0) return;
    const used = this.#used;
    let highest = 0;
    for (let i = 0; i < used; i++) if (this.#terms[i]! > highest) highest = this.#terms[i]!;
    const counts = new Uint32Array(highest + 1);
    for (let i = 0; i < used; i++) counts[this.#terms[i]!]!++;
    const places = new Uint32Array(highest + 1);
    for (let term = 1; term <= highest; term++) places[term] = places[term - 1]! + counts[term - 1]!;
    const packed = new Uint8Array(used * POSTING_BYTES);
    const view = new DataView(packed.buffer);
    for (let i = 0; i < used; i++) {
      const place = places[this.#terms[i]!]!++ * POSTING_BYTES;
      view.setUint32(place, this.#docs[i]!, true);
      view.setUint16(place + 4, this.#pairs[i]!, true);
    }
    const spool = new SectionSpool(`${this.#pathPrefix}.run-${this.#runs.length}`);
    spool.appendBytes(packed);
    this.#runs.push({ counts, spool });
    this.#used = 0;
  }
}

const POSTING_BYTES = 6;

class RunCursor {
  readonly #counts: Uint32Array;
  readonly #pieces: Generator<Uint8Array>;
  #piece: Uint8Array = new Uint8Array(0);
  #view: DataView = new DataView(new ArrayBuffer(0));
  #position = 0;

  constructor(run: Run) {
    this.#counts = run.counts;
    this.#pieces = run.spool.read(POSTING_BYTES);
  }

  countOf(term: number): number {
    return this.#counts[term] ?? 0;
  }

  take(term: number, docs: Uint32Array, pairs: Uint16Array, at: number): number {
    const count = this.countOf(term);
    for (let i = 0; i < count; i++) {
      if (this.#position === this.#piece.length) this.#refill();
      docs[at + i] = this.#view.getUint32(this.#position, true);
      pairs[at + i] = this.#view.getUint16(this.#position + 4, true);
      this.#position += POSTING_BYTES;
    }
    return count;
  }

  #refill(): void {
    const next = this.#pieces.next();
    if (next.done === true) throw new Error('a run of postings is shorter than its counts say');
    this.#piece = next.value;
    this.#view = new DataView(this.#piece.buffer, this.#piece.byteOffset, this.#piece.length);
    this.#position = 0;
  }
}
