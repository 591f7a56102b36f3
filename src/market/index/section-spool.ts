import { closeSync, openSync, readSync, writeSync } from 'node:fs';
import { PRIVATE_FILE } from '../../store/files.ts';

const BUFFER_BYTES = 1024 * 1024;

/**
 * A section that is written to disk while the market is built, so that memory use does not grow with it. All numbers
 * are little-endian.
 */
export class SectionSpool {
  readonly path: string;
  readonly #file: number;
  readonly #buffer = Buffer.allocUnsafe(BUFFER_BYTES);
  #used = 0;
  #flushed = 0;

  constructor(path: string) {
    this.path = path;
    this.#file = openSync(path, 'w+', PRIVATE_FILE);
  }

  get bytes(): number {
    return this.#flushed + this.#used;
  }

  appendBytes(bytes: Uint8Array): void {
    if (bytes.length > BUFFER_BYTES - this.#used) this.#flush();
    if (bytes.length > BUFFER_BYTES) {
      this.#write(bytes);
      return;
    }
    this.#buffer.set(bytes, this.#used);
    this.#used += bytes.length;
  }

  appendByte(value: number): void {
    if (this.#used === BUFFER_BYTES) this.#flush();
    this.#buffer[this.#used++] = value;
  }

  appendUint32(value: number): void {
    if (this.#used + 4 > BUFFER_BYTES) this.#flush();
    this.#used = this.#buffer.writeUInt32LE(value, this.#used);
  }

  appendFloat64(value: number): void {
    if (this.#used + 8 > BUFFER_BYTES) this.#flush();
    this.#used = this.#buffer.writeDoubleLE(value, this.#used);
  }

  /** Everything written so far, in chunks of whole records. Each chunk overwrites the previous one. */
  *read(recordBytes = 1): Generator<Uint8Array> {
    this.#flush();
    const piece = Buffer.allocUnsafe(Math.floor(BUFFER_BYTES / recordBytes) * recordBytes);
    for (let position = 0; position < this.#flushed; ) {
      const wanted = Math.min(piece.length, this.#flushed - position);
      for (let got = 0; got < wanted; ) {
        const count = readSync(this.#file, piece, got, wanted - got, position + got);
        if (count === 0) throw new Error(`${this.path} is shorter than what was written to it`);
        got += count;
      }
      yield piece.subarray(0, wanted);
      position += wanted;
    }
  }

  close(): void {
    closeSync(this.#file);
  }

  #flush(): void {
    if (this.#used === 0) return;
    this.#write(this.#buffer.subarray(0, this.#used));
    this.#used = 0;
  }

  /** A disk that is filling up causes short writes; the next write then fails with the reason. */
  #write(bytes: Uint8Array): void {
    for (let done = 0; done < bytes.length; ) done += writeSync(this.#file, bytes, done);
    this.#flushed += bytes.length;
  }
}
