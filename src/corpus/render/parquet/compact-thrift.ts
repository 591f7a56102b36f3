/** Numbers of types on the wire. */
const TYPES = { i32: 5, i64: 6, binary: 8, list: 9, struct: 12 } as const;

type Kind = keyof typeof TYPES;

/** A value of Thrift's compact protocol, as far as the metadata of a Parquet file needs it. */
export type ThriftValue =
  | { readonly kind: 'i32' | 'i64'; readonly value: number }
  | { readonly kind: 'binary'; readonly value: string }
  | { readonly kind: 'list'; readonly of: Kind; readonly value: readonly ThriftValue[] }
  | { readonly kind: 'struct'; readonly value: ThriftStruct };

/** Fields by their numbers, which must ascend; those that are undefined are left out. */
export type ThriftStruct = readonly (readonly [field: number, value: ThriftValue | undefined])[];

export function i32(value: number): ThriftValue {
  return { kind: 'i32', value };
}

export function i64(value: number): ThriftValue {
  return { kind: 'i64', value };
}

export function text(value: string): ThriftValue {
  return { kind: 'binary', value };
}

export function struct(...value: ThriftStruct): ThriftValue {
  return { kind: 'struct', value };
}

export function list(of: Kind, value: readonly ThriftValue[]): ThriftValue {
  return { kind: 'list', of, value };
}

export function thriftBytes(fields: ThriftStruct): Buffer {
  const bytes: number[] = [];
  writeStruct(bytes, fields);
  return Buffer.from(bytes);
}

function writeStruct(bytes: number[], fields: ThriftStruct): void {
  let before = 0;
  for (const [field, value] of fields) {
    if (value === undefined) continue;
    // Fields of these structures lie close together, so that the step fits the upper half of the byte.
    bytes.push(((field - before) << 4) | TYPES[value.kind]);
    before = field;
    writeValue(bytes, value);
  }
  bytes.push(0);
}

function writeValue(bytes: number[], value: ThriftValue): void {
  switch (value.kind) {
    case 'i32':
    case 'i64':
      // Zigzag, of numbers that are never negative here.
      bytes.push(...varint(value.value * 2));
      return;
    case 'binary': {
      const content = Buffer.from(value.value);
      bytes.push(...varint(content.length), ...content);
      return;
    }
    case 'list': {
      const { length } = value.value;
      if (length < 15) bytes.push((length << 4) | TYPES[value.of]);
      else bytes.push(0xf0 | TYPES[value.of], ...varint(length));
      for (const element of value.value) writeValue(bytes, element);
      return;
    }
    case 'struct':
      writeStruct(bytes, value.value);
  }
}

/** Seven bits a byte, the lowest first. By division, because offsets go beyond 32 bits. */
export function varint(value: number): number[] {
  const bytes: number[] = [];
  let rest = value;
  while (rest >= 0x80) {
    bytes.push((rest % 0x80) | 0x80);
    rest = Math.floor(rest / 0x80);
  }
  bytes.push(rest);
  return bytes;
}
