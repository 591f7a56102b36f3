/** What a byte of a text takes up in a JSON string. */
const COST = Uint8Array.from({ length: 256 }, (_, byte) =>
  byte < 0x80 ? JSON.stringify(String.fromCharCode(byte)).length - 2 : 1,
);
/** A number with an exponent grows by no more than this when it is written canonically: `1e20` has 21 digits. */
const EXPONENT_GROWTH = 21;
/** Quotes, and the head of a `data:` URL. */
const WRAPPING = 64;

const DIGIT_0 = 0x30;
const DIGIT_9 = 0x39;
const POINT = 0x2e;

/**
 * The most bytes that a body can take up in a recorded call, known while it arrives and before any of it is parsed. A body
 * is kept as canonical JSON, as a JSON string or as base64, whichever it turns out to be; a NUL in a string takes six bytes,
 * so that the length of a body says little about what it costs to keep.
 */
export class StoredSize {
  #bytes = 0;
  #asText = 0;
  #exponents = 0;
  /** All bits that were set in any byte: plain ASCII is text whatever it says, and never kept as base64. */
  #bits = 0;
  /** Of a piece that has ended, so that a number may be split between two. */
  #afterDigit = false;

  add(piece: Uint8Array): this {
    let asText = 0;
    let exponents = 0;
    let bits = 0;
    let afterDigit = this.#afterDigit;
    for (let place = 0; place < piece.length; place++) {
      const byte = piece[place]!;
      asText += COST[byte]!;
      bits |= byte;
      // Both letters, upper and lower case.
      if (afterDigit && (byte | 0x20) === 0x65) exponents++;
      afterDigit = (byte >= DIGIT_0 && byte <= DIGIT_9) || byte === POINT;
    }
    this.#bytes += piece.length;
    this.#asText += asText;
    this.#exponents += exponents;
    this.#bits |= bits;
    this.#afterDigit = afterDigit;
    return this;
  }

  get bound(): number {
    const asJson = this.#bytes + EXPONENT_GROWTH * this.#exponents;
    const asBase64 = this.#bits < 0x80 ? 0 : 4 * Math.ceil(this.#bytes / 3);
    return WRAPPING + Math.max(this.#asText, asJson, asBase64);
  }
}

export function storedBound(body: Uint8Array | string): number {
  return new StoredSize().add(typeof body === 'string' ? Buffer.from(body) : body).bound;
}
