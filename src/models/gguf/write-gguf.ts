import { aligned, text, uint32, uint64 } from './encode.ts';

/** Metadata types that an adapter needs, by their number in the format. */
const STRING = 8;
const FLOAT32 = 6;

const MAGIC = 'GGUF';
const VERSION = 3;

/** Type number of tensors with 32-bit floats. */
const TENSOR_F32 = 0;

export type GgufValue =
  | { readonly kind: 'string'; readonly value: string }
  | { readonly kind: 'float32'; readonly value: number };

export interface GgufTensor {
  readonly name: string;
  /** In the format's order, fastest dimension first: a matrix of m rows and n columns is [n, m]. */
  readonly sizes: readonly number[];
  readonly values: Float32Array;
}

/** Builds a GGUF file in memory, so only for small files. */
export function writeGguf(
  metadata: Readonly<Record<string, GgufValue>>,
  tensors: readonly GgufTensor[],
): Uint8Array<ArrayBuffer> {
  const entries = Object.entries(metadata);
  const head: Buffer[] = [Buffer.from(MAGIC), uint32(VERSION), uint64(tensors.length), uint64(entries.length)];
  for (const [key, value] of entries) head.push(text(key), ...metadataValue(value));
  let offset = 0;
  for (const { name, sizes, values } of tensors) {
    head.push(text(name), uint32(sizes.length), ...sizes.map(uint64), uint32(TENSOR_F32), uint64(offset));
    offset += aligned(values.byteLength);
  }
  const headBytes = head.reduce((sum, part) => sum + part.length, 0);
  const file = Buffer.alloc(aligned(headBytes) + offset);
  let place = 0;
  for (const part of head) place += part.copy(file, place);
  place = aligned(headBytes);
  for (const { values } of tensors) {
    // Written value by value, because the format is little-endian on every machine.
    for (const [index, value] of values.entries()) file.writeFloatLE(value, place + 4 * index);
    place += aligned(values.byteLength);
  }
  return file;
}

function metadataValue(given: GgufValue): readonly Buffer[] {
  if (given.kind === 'string') return [uint32(STRING), text(given.value)];
  const value = Buffer.alloc(4);
  value.writeFloatLE(given.value);
  return [uint32(FLOAT32), value];
}
