import { readFileSync } from 'node:fs';
import { z } from 'zod';
import { Fault } from '../../fault/fault.ts';
import { parseJson } from '../../json/parse-json.ts';
import { storageFault } from '../../store/files.ts';

export interface Tensor {
  readonly shape: readonly number[];
  /** In row-major order. */
  readonly values: Float32Array;
}

const entrySchema = z.object({
  dtype: z.enum(['F32', 'F16', 'BF16']),
  shape: z.array(z.int().nonnegative()),
  data_offsets: z.tuple([z.int().nonnegative(), z.int().nonnegative()]),
});

const WIDTH: Readonly<Record<z.infer<typeof entrySchema>['dtype'], number>> = { F32: 4, F16: 2, BF16: 2 };

/** Reads all tensors of a safetensors file as 32-bit floats. For files that fit into memory, such as adapters. */
export function readSafetensors(path: string): ReadonlyMap<string, Tensor> {
  let file: Buffer;
  try {
    file = readFileSync(path);
  } catch (error) {
    throw storageFault(error, `reading ${path}`);
  }
  const headerBytes = file.length < 8 ? Number.POSITIVE_INFINITY : Number(file.readBigUInt64LE(0));
  if (headerBytes > file.length - 8) throw damaged(path, 'it is shorter than its header says');
  const header = parseJson(file.toString('utf8', 8, 8 + headerBytes));
  if (!header.ok || typeof header.value !== 'object' || header.value === null)
    throw damaged(path, 'its header is not JSON');
  const tensors = new Map<string, Tensor>();
  for (const [name, value] of Object.entries(header.value)) {
    if (name === '__metadata__') continue;
    const entry = entrySchema.safeParse(value);
    if (!entry.success) throw damaged(path, `the entry of ${name} cannot be read`);
    const {
      dtype,
      shape,
      data_offsets: [begin, end],
    } = entry.data;
    const count = shape.reduce((product, size) => product * size, 1);
    const data = file.subarray(8 + headerBytes + begin, 8 + headerBytes + end);
    if (data.length !== count * WIDTH[dtype]) throw damaged(path, `${name} has ${data.length} bytes`);
    const values = new Float32Array(count);
    for (let index = 0; index < count; index++) values[index] = READ[dtype](data, index);
    tensors.set(name, { shape, values });
  }
  return tensors;
}

const READ: Readonly<Record<keyof typeof WIDTH, (data: Buffer, index: number) => number>> = {
  F32: (data, index) => data.readFloatLE(4 * index),
  F16: (data, index) => half(data.readUInt16LE(2 * index)),
  BF16: (data, index) => wide(data.readUInt16LE(2 * index)),
};

const scratch = new DataView(new ArrayBuffer(4));

/** A bfloat16 is the upper half of a 32-bit float. */
function wide(bits: number): number {
  scratch.setUint32(0, bits * 0x1_0000);
  return scratch.getFloat32(0);
}

function half(bits: number): number {
  const sign = bits & 0x8000 ? -1 : 1;
  const exponent = (bits >> 10) & 0x1f;
  const fraction = bits & 0x3ff;
  if (exponent === 0) return sign * fraction * 2 ** -24;
  if (exponent === 0x1f) return fraction === 0 ? sign * Number.POSITIVE_INFINITY : Number.NaN;
  return sign * (1 + fraction / 1024) * 2 ** (exponent - 15);
}

function damaged(path: string, why: string): Fault {
  return new Fault('INPUT_INVALID', {
    message: `${path} is not a safetensors file: ${why}.`,
    remedy: 'Copy the file again, or export the adapter again.',
  });
}
