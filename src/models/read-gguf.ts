import { Fault } from '../fault/fault.ts';
import { storageFault } from '../store/files.ts';
import { FileCursor, FileEnded } from './gguf/file-cursor.ts';
import { tensorBytes } from './gguf/tensor-bytes.ts';

/** The header of a model file in llama.cpp's format, up to the weights. */
export interface GgufHeader {
  readonly path: string;
  readonly bytes: number;
  /** Numbers, texts and booleans by key. Lists are left out, except the vocabulary. */
  readonly metadata: ReadonlyMap<string, string | number | boolean>;
  readonly vocabulary: ReadonlySet<string>;
  /** Number of weights. */
  readonly parameters: number;
}

const MAGIC = 'GGUF';
const VERSIONS: readonly number[] = [2, 3];
const VOCABULARY = 'tokenizer.ggml.tokens';
const DEFAULT_ALIGNMENT = 32;
/** More than any real file has, but few enough for a loop. */
const MOST_ENTRIES = 1_000_000;
const STRING = 8;
const ARRAY = 9;
const SCALAR_BYTES: Readonly<Record<number, number>> = {
  0: 1,
  1: 1,
  2: 2,
  3: 2,
  4: 4,
  5: 4,
  6: 4,
  7: 1,
  10: 8,
  11: 8,
  12: 8,
};

/** Throws `INPUT_INVALID` if a file is not GGUF, is damaged, or ends before its last tensor. */
export function readGguf(path: string): GgufHeader {
  let cursor: FileCursor;
  try {
    cursor = new FileCursor(path);
  } catch (error) {
    throw storageFault(error, `opening ${path}`);
  }
  try {
    return headerOf(path, cursor);
  } catch (error) {
    if (error instanceof FileEnded) throw truncated(path, cursor.bytes);
    throw storageFault(error, `reading ${path}`);
  } finally {
    cursor.close();
  }
}

function headerOf(path: string, cursor: FileCursor): GgufHeader {
  if (cursor.bytes < MAGIC.length || cursor.take(MAGIC.length).toString('latin1') !== MAGIC) throw notGguf(path);
  const version = cursor.uint32();
  if (!VERSIONS.includes(version)) throw otherVersion(path, version);
  const tensors = counted(path, cursor.uint64());
  const entries = counted(path, cursor.uint64());
  const metadata = new Map<string, string | number | boolean>();
  const vocabulary = new Set<string>();
  for (let entry = 0; entry < entries; entry++) {
    const key = cursor.text();
    const type = cursor.uint32();
    if (type === ARRAY) readList(path, cursor, key === VOCABULARY ? vocabulary : undefined);
    else metadata.set(key, scalar(path, cursor, type));
  }
  const { parameters, end } = readTensors(path, cursor, tensors);
  const alignment = Number(metadata.get('general.alignment') ?? DEFAULT_ALIGNMENT);
  if (!(Number.isSafeInteger(alignment) && alignment > 0)) throw damaged(path, `tensors are aligned to ${alignment}`);
  const start = Math.ceil(cursor.at / alignment) * alignment;
  if (start + end > cursor.bytes) throw truncated(path, cursor.bytes, start + end);
  return { path, bytes: cursor.bytes, metadata, vocabulary, parameters };
}

function scalar(path: string, cursor: FileCursor, type: number): string | number | boolean {
  if (type === STRING) return cursor.text();
  const size = SCALAR_BYTES[type];
  if (size === undefined) throw damaged(path, `a value has the unknown type ${type}`);
  const bytes = cursor.take(size);
  if (type === 6) return bytes.readFloatLE();
  if (type === 7) return bytes[0] !== 0;
  if (type === 12) return bytes.readDoubleLE();
  if (type === 10) return Number(bytes.readBigUInt64LE());
  if (type === 11) return Number(bytes.readBigInt64LE());
  return type % 2 === 0 ? bytes.readUIntLE(0, size) : bytes.readIntLE(0, size);
}

function readList(path: string, cursor: FileCursor, into: Set<string> | undefined): void {
  const type = cursor.uint32();
  const length = cursor.uint64();
  if (type === ARRAY) {
    for (let place = 0; place < counted(path, length); place++) readList(path, cursor, undefined);
    return;
  }
  if (type !== STRING) {
    const size = SCALAR_BYTES[type];
    if (size === undefined) throw damaged(path, `a list has the unknown type ${type}`);
    cursor.skip(length * size);
    return;
  }
  for (let place = 0; place < length; place++) {
    if (into === undefined) cursor.skip(cursor.uint64());
    else into.add(cursor.text());
  }
}

function readTensors(
  path: string,
  cursor: FileCursor,
  tensors: number,
): { readonly parameters: number; readonly end: number } {
  let parameters = 0;
  let end = 0;
  for (let tensor = 0; tensor < tensors; tensor++) {
    cursor.skip(cursor.uint64());
    const dimensions = cursor.uint32();
    if (dimensions > 8) throw damaged(path, `a tensor has ${dimensions} dimensions`);
    let values = 1;
    for (let dimension = 0; dimension < dimensions; dimension++) values *= cursor.uint64();
    const type = cursor.uint32();
    parameters += values;
    end = Math.max(end, cursor.uint64() + tensorBytes(type, values));
  }
  return { parameters, end };
}

function counted(path: string, count: number): number {
  if (count <= MOST_ENTRIES) return count;
  throw damaged(path, 'its header counts more entries than any model has');
}

const FETCH_AGAIN = 'Download the file again, and compare its SHA-256 with the one its publisher gives.';

function notGguf(path: string): Fault {
  return new Fault('INPUT_INVALID', {
    message: `${path} is not a GGUF file: it does not begin with "${MAGIC}".`,
    remedy:
      'Name a model in GGUF format; publishers offer it beside safetensors, usually in a repository ending in -GGUF.',
  });
}

function otherVersion(path: string, version: number): Fault {
  const isBigEndian = version >= 1 << 24;
  const what = isBigEndian ? 'is a GGUF file for big-endian machines' : `has GGUF version ${version}`;
  return new Fault('INPUT_INVALID', {
    message: `${path} ${what}; versions ${VERSIONS.join(' and ')} in little-endian order are supported.`,
    remedy: 'Convert the model again with a current llama.cpp, or download a newer file.',
  });
}

function truncated(path: string, bytes: number, wanted?: number): Fault {
  const of = wanted === undefined ? '' : ` of at least ${wanted}`;
  return new Fault('INPUT_INVALID', {
    message: `${path} is truncated: it ends after ${bytes}${of} bytes.`,
    remedy: FETCH_AGAIN,
  });
}

function damaged(path: string, why: string): Fault {
  return new Fault('INPUT_INVALID', { message: `${path} is a damaged GGUF file: ${why}.`, remedy: FETCH_AGAIN });
}
