/**
 * Compares strings by their UTF-8 bytes, which is the order of their code points. JavaScript's `<` compares UTF-16
 * units and sorts characters beyond the basic plane incorrectly.
 */
export function compareStrings(left: string, right: string): number {
  const shorter = Math.min(left.length, right.length);
  for (let position = 0; position < shorter; position++) {
    const a = left.charCodeAt(position);
    const b = right.charCodeAt(position);
    if (a !== b) return rank(a) - rank(b);
  }
  return left.length - right.length;
}

/** Surrogates sort after all other units, because the characters they encode do. */
function rank(unit: number): number {
  return unit >= 0xd800 && unit <= 0xdfff ? unit + 0x10000 : unit;
}

/** Strings in one block of UTF-8, accessed by position or, if sorted, by binary search over the raw bytes. */
export class StringTable {
  readonly size: number;
  readonly #bytes: Uint8Array;
  readonly #offsets: Uint32Array;

  constructor(bytes: Uint8Array, offsets: Uint32Array) {
    this.#bytes = bytes;
    this.#offsets = offsets;
    this.size = Math.max(0, offsets.length - 1);
  }

  at(position: number): string {
    const start = this.#offsets[position]!;
    const end = this.#offsets[position + 1]!;
    return Buffer.from(this.#bytes.buffer, this.#bytes.byteOffset + start, end - start).toString('utf8');
  }

  /** Position of `text`, or -1. The strings must have been stored in the order of `compareStrings`. */
  find(text: string): number {
    const wanted = Buffer.from(text, 'utf8');
    let low = 0;
    let high = this.size - 1;
    while (low <= high) {
      const middle = (low + high) >>> 1;
      const order = this.#compareAt(middle, wanted);
      if (order === 0) return middle;
      if (order < 0) low = middle + 1;
      else high = middle - 1;
    }
    return -1;
  }

  #compareAt(position: number, wanted: Uint8Array): number {
    const start = this.#offsets[position]!;
    const length = this.#offsets[position + 1]! - start;
    const shorter = Math.min(length, wanted.length);
    for (let byte = 0; byte < shorter; byte++) {
      const difference = this.#bytes[start + byte]! - wanted[byte]!;
      if (difference !== 0) return difference;
    }
    return length - wanted.length;
  }
}
