import { type FileHandle, open } from 'node:fs/promises';
import { type AsyncBuffer, type FileMetaData, parquetMetadata, parquetReadObjects, type RowGroup } from 'hyparquet';
import { type ParquetColumn, type ParquetRow, type ParquetType, parquetSchemaOf } from '../render/parquet-writer.ts';
import { checkPages, type LeafColumn } from './check-pages.ts';
import { CompactThrift } from './compact-thrift.ts';

/** Our writer ends a row group at 32 MiB. One row may be longer. */
const MAX_GROUP_BYTES = 256 * 1024 ** 2;
const MAX_GROUP_ROWS = 1_000_000;
const MAX_FOOTER_BYTES = 16 * 1024 ** 2;
/** The length of the footer, and `PAR1`. */
const TAIL_BYTES = 8;

const PHYSICAL = { text: 'BYTE_ARRAY', integer: 'INT32', number: 'DOUBLE', boolean: 'BOOLEAN' } as const;

interface NamedLeaf extends LeafColumn {
  readonly path: readonly string[];
}

/** The file is a Parquet file, but not one that our writer wrote with these columns. */
export class OtherParquet extends Error {}

/**
 * The rows of a file that `ParquetWriter` wrote with these columns, one row group at a time; columns that
 * `mayBeMissing` may be missing. The file is not trusted:
 * everything that `hyparquet` would believe is checked first. Throws an `Error` that says what is wrong.
 */
export async function* readParquet(path: string, columns: readonly ParquetColumn[]): AsyncGenerator<ParquetRow[]> {
  const file = await open(path);
  try {
    const metadata = await readMetadata(file);
    const named = new Set(metadata.schema.map(({ name }) => name));
    const present = columns.filter(({ name, mayBeMissing }) => mayBeMissing !== true || named.has(name));
    const leaves = present.flatMap(({ name, type }) => leavesOf([name], type));
    requireSchema(metadata, present);
    for (const group of metadata.row_groups) yield await readGroup(file, { ...metadata, row_groups: [group] }, leaves);
  } finally {
    await file.close();
  }
}

async function readMetadata(file: FileHandle): Promise<FileMetaData> {
  const { size } = await file.stat();
  if (size < TAIL_BYTES) throw new RangeError('the file is cut off');
  const tail = await readBytes(file, size - TAIL_BYTES, TAIL_BYTES);
  if (tail.toString('latin1', 4) !== 'PAR1')
    throw new RangeError('the file is cut off: its end is not that of Parquet');
  const length = tail.readUInt32LE(0);
  if (length > MAX_FOOTER_BYTES) throw new RangeError(`its footer is longer than ${MAX_FOOTER_BYTES} bytes`);
  if (length + TAIL_BYTES > size) throw new RangeError('its footer is longer than the file');
  const footer = await readBytes(file, size - TAIL_BYTES - length, length + TAIL_BYTES);
  new CompactThrift(footer.subarray(0, length)).struct();
  return parquetMetadata(exactBuffer(footer), { geoparquet: false });
}

function requireSchema({ schema }: FileMetaData, columns: readonly ParquetColumn[]): void {
  const told = (elements: FileMetaData['schema']) =>
    JSON.stringify(
      elements.map(({ name, type, repetition_type, num_children, converted_type }) => [
        ...[name, type, repetition_type, num_children, converted_type],
      ]),
    );
  if (told(schema) !== told(parquetSchemaOf(columns))) throw new OtherParquet('it has other columns');
}

async function readGroup(
  file: FileHandle,
  metadata: FileMetaData,
  leaves: readonly NamedLeaf[],
): Promise<ParquetRow[]> {
  const [group] = metadata.row_groups;
  const rows = Number(group!.num_rows);
  if (!(rows >= 0 && rows <= MAX_GROUP_ROWS)) throw new RangeError(`a row group has ${rows} rows`);
  const ranges = chunksOf(group!, leaves);
  const start = Math.min(...ranges.map((range) => range.start));
  const end = Math.max(...ranges.map((range) => range.end));
  if (end - start > MAX_GROUP_BYTES) throw new RangeError(`a row group is longer than ${MAX_GROUP_BYTES} bytes`);
  if (end > (await file.stat()).size) throw new RangeError('a column is longer than the file');
  const bytes = await readBytes(file, start, end - start);
  for (const [place, range] of ranges.entries())
    checkPages(bytes.subarray(range.start - start, range.end - start), leaves[place]!);
  // The same bytes that were checked, even if the file changes.
  const checked: AsyncBuffer = {
    byteLength: end,
    slice: (from, to = end) => exactBuffer(bytes.subarray(Math.max(0, from - start), Math.max(0, to - start))),
  };
  const read = await parquetReadObjects({ file: checked, metadata, geoparquet: false });
  if (read.length !== rows) throw new RangeError(`a row group has ${read.length} rows and not ${rows}`);
  return read;
}

/** Where the columns of a row group are in the file. */
function chunksOf(
  { columns }: RowGroup,
  leaves: readonly NamedLeaf[],
): { readonly start: number; readonly end: number }[] {
  if (columns.length !== leaves.length)
    throw new RangeError(`a row group has ${columns.length} columns and not ${leaves.length}`);
  return columns.map(({ meta_data: chunk }, place) => {
    const { path, type } = leaves[place]!;
    // The errors of a column with another name would be unhandled rejections: nothing would wait for it.
    if (chunk?.path_in_schema.join('.') !== path.join('.') || chunk.type !== PHYSICAL[type])
      throw new RangeError(`a row group has another column in place of ${path.join('.')}`);
    if (chunk.codec !== 'UNCOMPRESSED') throw new OtherParquet('its columns are compressed');
    const start = Number(chunk.dictionary_page_offset || chunk.data_page_offset);
    const end = start + Number(chunk.total_compressed_size);
    if (!(start >= 0 && end >= start)) throw new RangeError('a column has no place in the file');
    return { start, end };
  });
}

function leavesOf(path: readonly string[], type: ParquetType, lists = 0): NamedLeaf[] {
  if (typeof type === 'string') return [{ path, type, lists }];
  if ('list' in type) return leavesOf([...path, 'list', 'element'], type.list, lists + 1);
  return Object.entries(type.record).flatMap(([name, each]) => leavesOf([...path, name], each, lists));
}

async function readBytes(file: FileHandle, start: number, length: number): Promise<Buffer> {
  const bytes = Buffer.allocUnsafeSlow(length);
  const { bytesRead } = await file.read(bytes, 0, length, start);
  if (bytesRead < length) throw new RangeError('the file is cut off');
  return bytes;
}

function exactBuffer(bytes: Buffer): ArrayBuffer {
  return bytes.buffer.slice(bytes.byteOffset, bytes.byteOffset + bytes.byteLength) as ArrayBuffer;
}
