import { CompactThrift, type ThriftStruct } from './compact-thrift.ts';

/** A column of which values are read. */
export interface LeafColumn {
  readonly type: 'text' | 'integer' | 'number' | 'boolean';
  /** Number of lists around its values. */
  readonly lists: number;
}

/** More than a row group of 32 MiB has, even if each value is one token. */
export const MAX_CHUNK_VALUES = 10_000_000;

const DICTIONARY_PAGE = 2;
const DATA_PAGE = 3;
const PLAIN = 0;
const RLE = 3;
const DICTIONARY = 8;
/** Bytes that a value takes at least: texts have a length of four bytes. */
const VALUE_BYTES = { text: 4, integer: 4, number: 8, boolean: 1 / 8 } as const;

/**
 * Checks the pages of one column before `hyparquet` reads them: it believes the counts in page headers and in run-length
 * encoded data, so that a few bytes could become billions of values. Accepts the pages that our writer writes: data
 * pages of version 2, uncompressed, plain or with a dictionary. Throws `RangeError` for anything else.
 */
export function checkPages(bytes: Uint8Array, column: LeafColumn): void {
  let values = 0;
  for (let place = 0; place < bytes.length; ) {
    const thrift = new CompactThrift(bytes, place);
    const header = thrift.struct();
    const size = numberIn(header, 3);
    const page = slice(bytes, thrift.place, size);
    if (numberIn(header, 2) !== size) throw new RangeError('a page is compressed');
    const type = numberIn(header, 1);
    if (type === DICTIONARY_PAGE) checkDictionary(page, structIn(header, 7), column);
    else if (type === DATA_PAGE) values += checkData(page, structIn(header, 8), column);
    else throw new RangeError(`a page has the unknown type ${type}`);
    if (values > MAX_CHUNK_VALUES) throw new RangeError(`a column has more than ${MAX_CHUNK_VALUES} values`);
    place = thrift.place + size;
  }
}

function checkDictionary(page: Uint8Array, header: ThriftStruct, column: LeafColumn): void {
  if (numberIn(header, 2) !== PLAIN) throw new RangeError('a dictionary is encoded');
  checkPlain(page, numberIn(header, 1), column);
}

/** The number of values. */
function checkData(page: Uint8Array, header: ThriftStruct, column: LeafColumn): number {
  const values = numberIn(header, 1);
  if (values > MAX_CHUNK_VALUES) throw new RangeError(`a page has more than ${MAX_CHUNK_VALUES} values`);
  const present = values - numberIn(header, 2);
  if (present < 0) throw new RangeError('a page has more nulls than values');
  const [definitions, repetitions] = [numberIn(header, 5), numberIn(header, 6)];
  const width = 32 - Math.clz32(column.lists);
  if (column.lists > 0) {
    checkRuns(slice(page, 0, repetitions), width, values);
    checkRuns(slice(page, repetitions, definitions), width, values);
  } else if (definitions + repetitions > 0) throw new RangeError('a page has levels that its column does not have');
  const data = slice(page, definitions + repetitions, page.length - definitions - repetitions);
  const encoding = numberIn(header, 4);
  if (encoding === PLAIN) checkPlain(data, present, column);
  else if (encoding === DICTIONARY && present > 0) checkRuns(data.subarray(1), bitWidth(data[0]), present);
  else if (encoding === RLE && column.type === 'boolean') checkRuns(data.subarray(4), 1, present);
  else if (encoding !== DICTIONARY) throw new RangeError(`a page has the unknown encoding ${encoding}`);
  return values;
}

function checkPlain(data: Uint8Array, count: number, { type }: LeafColumn): void {
  if (count * VALUE_BYTES[type] > data.length) throw new RangeError('a page has fewer values than it says');
}

/** Runs of equal values and of bit-packed values, as many as there are values and no more. */
function checkRuns(bytes: Uint8Array, width: number, count: number): void {
  let place = 0;
  for (let seen = 0; seen < count; ) {
    let head = 0;
    for (let shift = 0; ; shift += 7) {
      const byte = bytes[place++];
      if (byte === undefined || shift > 28) throw new RangeError('a page is cut off');
      head += (byte & 0x7f) * 2 ** shift;
      if (byte < 0x80) break;
    }
    const length = Math.floor(head / 2);
    const isPacked = head % 2 === 1;
    // A packed run is filled up to a multiple of eight values.
    const isTooLong = isPacked ? seen + length * 8 >= count + 8 : seen + length > count;
    if (length === 0 || isTooLong) throw new RangeError('a page has more values than it says');
    seen += isPacked ? length * 8 : length;
    place += isPacked ? length * width : Math.ceil(width / 8);
    if (place > bytes.length) throw new RangeError('a page is cut off');
  }
}

function bitWidth(byte: number | undefined): number {
  if (byte === undefined || byte > 31) throw new RangeError('a page has no width of its values');
  return byte;
}

function slice(bytes: Uint8Array, start: number, length: number): Uint8Array {
  if (length < 0 || start + length > bytes.length) throw new RangeError('a page is cut off');
  return bytes.subarray(start, start + length);
}

function numberIn(struct: ThriftStruct, field: number): number {
  const value = struct.get(field);
  if (typeof value === 'number' && value >= 0) return value;
  throw new RangeError(`a page header has no field ${field}`);
}

function structIn(struct: ThriftStruct, field: number): ThriftStruct {
  const value = struct.get(field);
  if (value instanceof Map) return value;
  throw new RangeError(`a page header has no field ${field}`);
}
