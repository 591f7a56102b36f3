/**
 * Collects bytes that arrive in chunks in one growing buffer. A list of chunks would take a hundred times their size if
 * a peer sends one byte at a time.
 */
export class CollectedBytes {
  #block = Buffer.alloc(0);
  #length = 0;

  get length(): number {
    return this.#length;
  }

  add(piece: Uint8Array): void {
    const length = this.#length + piece.length;
    if (length > this.#block.length) {
      const larger = Buffer.allocUnsafe(Math.max(length, 2 * this.#block.length, 4096));
      this.#block.copy(larger, 0, 0, this.#length);
      this.#block = larger;
    }
    this.#block.set(piece, this.#length);
    this.#length = length;
  }

  bytes(): Uint8Array<ArrayBuffer> {
    return this.#block.subarray(0, this.#length);
  }

  clear(): void {
    this.#block = Buffer.alloc(0);
    this.#length = 0;
  }
}
