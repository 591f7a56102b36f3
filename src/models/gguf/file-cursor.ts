import { closeSync, fstatSync, openSync, readSync } from 'node:fs';

const WINDOW_BYTES = 1 << 20;

/** Thrown by `FileCursor` if the file ends within a value. */
export class FileEnded extends Error {}

/** Reads consecutive little-endian values of a file through a window of one megabyte. */
export class FileCursor {
  readonly bytes: number;
  readonly #file: number;
  #window = Buffer.alloc(0);
  #windowStart = 0;
  #at = 0;

  constructor(path: string) {
    this.#file = openSync(path, 'r');
    this.bytes = fstatSync(this.#file).size;
  }

  get at(): number {
    return this.#at;
  }

  close(): void {
    closeSync(this.#file);
  }

  take(length: number): Buffer {
    if (length > this.bytes - this.#at) throw new FileEnded('the file ends too early');
    const offset = this.#at - this.#windowStart;
    if (offset + length > this.#window.length) this.#read(length);
    const start = this.#at - this.#windowStart;
    this.#at += length;
    return this.#window.subarray(start, start + length);
  }

  skip(length: number): void {
    if (length > this.bytes - this.#at) throw new FileEnded('the file ends too early');
    this.#at += length;
    if (this.#at - this.#windowStart > this.#window.length) this.#read(0);
  }

  uint32(): number {
    return this.take(4).readUInt32LE();
  }

  /** A count or an offset; real files stay below what a double can count exactly. */
  uint64(): number {
    return Number(this.take(8).readBigUInt64LE());
  }

  text(): string {
    return this.take(this.uint64()).toString('utf8');
  }

  #read(atLeast: number): void {
    const window = Buffer.alloc(Math.min(Math.max(atLeast, WINDOW_BYTES), this.bytes - this.#at));
    let filled = 0;
    while (filled < window.length) {
      const read = readSync(this.#file, window, filled, window.length - filled, this.#at + filled);
      if (read === 0) throw new FileEnded('the file ends too early');
      filled += read;
    }
    this.#window = window;
    this.#windowStart = this.#at;
  }
}
