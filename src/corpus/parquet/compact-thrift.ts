/** A value of Thrift's compact protocol: structs are maps from field numbers. */
export type ThriftValue = number | bigint | boolean | Uint8Array | readonly ThriftValue[] | ThriftStruct;

export type ThriftStruct = ReadonlyMap<number, ThriftValue>;

/** Footers nest six levels. */
const MAX_DEPTH = 16;
const MAX_VARINT_BYTES = 10;

const [STOP, TRUE, FALSE, BYTE, I16, I32, I64, DOUBLE, BINARY, LIST, STRUCT] = [0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 12];

/**
 * Reads the structs of Parquet's footers and page headers. `hyparquet` believes the sizes in them: a list may state
 * billions of elements, and a struct at the end of the bytes has no size. Here every element takes bytes, so the work is
 * bounded by the length of the input. Throws `RangeError` for anything else.
 */
export class CompactThrift {
  readonly #bytes: Uint8Array;
  #place: number;

  constructor(bytes: Uint8Array, place = 0) {
    this.#bytes = bytes;
    this.#place = place;
  }

  /** First byte after what was read. */
  get place(): number {
    return this.#place;
  }

  struct(depth = 0): ThriftStruct {
    const fields = new Map<number, ThriftValue>();
    let field = 0;
    for (;;) {
      const head = this.#byte();
      const type = head & 0x0f;
      if (type === STOP) return fields;
      const delta = head >> 4;
      field = delta === 0 ? Number(this.#zigZag()) : field + delta;
      fields.set(field, this.#value(type, depth));
    }
  }

  #value(type: number, depth: number): ThriftValue {
    if (depth > MAX_DEPTH) throw new RangeError('the metadata is nested too deeply');
    switch (type) {
      case TRUE:
        return true;
      case FALSE:
        return false;
      case BYTE:
        return (this.#byte() << 24) >> 24;
      case I16:
      case I32:
        return Number(this.#zigZag());
      case I64:
        return this.#zigZag();
      case DOUBLE: {
        const bytes = this.#take(8);
        return new DataView(bytes.buffer, bytes.byteOffset).getFloat64(0, true);
      }
      case BINARY:
        return this.#take(this.#length());
      case LIST:
        return this.#list(depth);
      case STRUCT:
        return this.struct(depth + 1);
      default:
        throw new RangeError(`the metadata has a field of the unknown type ${type}`);
    }
  }

  #list(depth: number): readonly ThriftValue[] {
    const head = this.#byte();
    const type = head & 0x0f;
    const length = head >> 4 === 15 ? this.#length() : head >> 4;
    if (length > this.#bytes.length - this.#place)
      throw new RangeError('a list of the metadata is longer than the file');
    const isBoolean = type === TRUE || type === FALSE;
    return Array.from({ length }, () => (isBoolean ? this.#byte() === 1 : this.#value(type, depth + 1)));
  }

  #length(): number {
    return Number(this.#varint());
  }

  #zigZag(): bigint {
    const value = this.#varint();
    return (value >> 1n) ^ -(value & 1n);
  }

  #varint(): bigint {
    let value = 0n;
    for (let count = 0; count < MAX_VARINT_BYTES; count++) {
      const byte = this.#byte();
      value |= BigInt(byte & 0x7f) << BigInt(7 * count);
      if (byte < 0x80) return value;
    }
    throw new RangeError('a number of the metadata is too long');
  }

  #byte(): number {
    return this.#take(1)[0]!;
  }

  #take(length: number): Uint8Array {
    const end = this.#place + length;
    if (end > this.#bytes.length) throw new RangeError('the metadata is cut off');
    const taken = this.#bytes.subarray(this.#place, end);
    this.#place = end;
    return taken;
  }
}
