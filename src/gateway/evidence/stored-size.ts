/** Bytes that each byte of a text takes in a JSON string. */
const COST = Uint8Array.from({ length: 256 }, (_, byte) =>
  byte < 0x80 ? JSON.stringify(String.fromCharCode(byte)).length - 2 : 1,
);
/** Maximum growth of a number with an exponent in canonical form: `1e20` has 21 digits. */
const EXPONENT_GROWTH = 21;
/** Quotes and the prefix of a `data:` URL. */
const WRAPPING = 64;

const DIGIT_0 = 0x30;
const DIGIT_9 = 0x39;
const POINT = 0x2e;

/**
 * Upper bound on the recorded size of a body, computed while it arrives and before it is parsed. A body is stored as
 * canonical JSON, as a JSON string or as base64. A NUL in a string takes six bytes, so the length of a body says little
 * about its recorded size.
 */
export class StoredSize {
  #bytes = 0;
  #asText = 0;
  #exponents = 0;
  /** Bitwise OR of all bytes. Plain ASCII is always text and never stored as base64. */
  #bits = 0;
  /** Whether the previous piece ended with a digit, as a number may be split between pieces. */
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
      // Matches e and E.
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
