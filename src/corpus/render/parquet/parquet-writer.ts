import { i32, i64, list, struct, type ThriftValue, text, thriftBytes, varint } from './compact-thrift.ts';

/** A column of texts, or of lists of records whose fields are texts. Nothing may be missing: there are no nulls. */
export type ParquetColumn =
  | { readonly name: string; readonly kind: 'text' }
  | { readonly name: string; readonly kind: 'list'; readonly fields: readonly string[] };

export type ParquetRow = Readonly<Record<string, unknown>>;

const MAGIC = Buffer.from('PAR1');
const BYTE_ARRAY = 6;
const PLAIN = 0;
const RLE = 3;
const REQUIRED = 0;
const REPEATED = 2;
const UTF8 = 0;
const LIST = 3;

/** Rows wait in memory until a group of them is written. */
const GROUP_BYTES = 32 * 1024 ** 2;

interface Leaf {
  readonly path: readonly string[];
  readonly valuesOf: (row: ParquetRow) => readonly string[];
  readonly isList: boolean;
}

/**
 * Parquet files of texts, uncompressed and plainly encoded, which every reader takes. Every field is required, so that no
 * reader can make a null of what was never there.
 */
export class ParquetWriter {
  readonly #columns: readonly ParquetColumn[];
  readonly #leaves: readonly Leaf[];
  readonly #write: (bytes: Uint8Array) => Promise<void>;
  readonly #groups: ThriftValue[] = [];
  #waiting: ParquetRow[] = [];
  #waitingBytes = 0;
  #offset = 0;
  #rows = 0;

  constructor(columns: readonly ParquetColumn[], write: (bytes: Uint8Array) => Promise<void>) {
    this.#columns = columns;
    this.#leaves = columns.flatMap(leavesOf);
    this.#write = write;
  }

  async add(row: ParquetRow): Promise<void> {
    this.#waiting.push(row);
    for (const { valuesOf } of this.#leaves) for (const value of valuesOf(row)) this.#waitingBytes += value.length;
    if (this.#waitingBytes >= GROUP_BYTES) await this.#flush();
  }

  async end(): Promise<void> {
    if (this.#waiting.length > 0) await this.#flush();
    if (this.#offset === 0) await this.#put(MAGIC);
    const footer = thriftBytes([
      [1, i32(1)],
      [2, list('struct', schemaOf(this.#columns))],
      [3, i64(this.#rows)],
      [4, list('struct', this.#groups)],
      [6, text('assay')],
    ]);
    const length = Buffer.alloc(4);
    length.writeUInt32LE(footer.length);
    await this.#put(Buffer.concat([footer, length, MAGIC]));
  }

  async #flush(): Promise<void> {
    if (this.#offset === 0) await this.#put(MAGIC);
    const rows = this.#waiting;
    this.#waiting = [];
    this.#waitingBytes = 0;
    const chunks: ThriftValue[] = [];
    let groupBytes = 0;
    for (const leaf of this.#leaves) {
      const { bytes, values } = pageOf(leaf, rows);
      chunks.push(chunkOf(leaf, this.#offset, bytes.length, values));
      await this.#put(bytes);
      groupBytes += bytes.length;
    }
    this.#groups.push(struct([1, list('struct', chunks)], [2, i64(groupBytes)], [3, i64(rows.length)]));
    this.#rows += rows.length;
  }

  async #put(bytes: Uint8Array): Promise<void> {
    this.#offset += bytes.length;
    await this.#write(bytes);
  }
}

function leavesOf(column: ParquetColumn): Leaf[] {
  const { name } = column;
  if (column.kind === 'text') return [{ path: [name], isList: false, valuesOf: (row) => [textIn(row, name)] }];
  return column.fields.map((field) => ({
    path: [name, 'list', 'element', field],
    isList: true,
    valuesOf: (row) => (row[name] as readonly ParquetRow[]).map((element) => textIn(element, field)),
  }));
}

function textIn(row: ParquetRow, name: string): string {
  const value = row[name];
  if (typeof value !== 'string') throw new TypeError(`the column ${name} takes texts, not a ${typeof value}`);
  return value;
}

function schemaOf(columns: readonly ParquetColumn[]): ThriftValue[] {
  const leaf = (name: string) => struct([1, i32(BYTE_ARRAY)], [3, i32(REQUIRED)], [4, text(name)], [6, i32(UTF8)]);
  const group = (name: string, repetition: number, children: number, converted?: number) =>
    struct(
      [3, i32(repetition)],
      [4, text(name)],
      [5, i32(children)],
      [6, converted === undefined ? undefined : i32(converted)],
    );
  const nodes = columns.flatMap((column) =>
    column.kind === 'text'
      ? [leaf(column.name)]
      : [
          group(column.name, REQUIRED, 1, LIST),
          group('list', REPEATED, 1),
          group('element', REQUIRED, column.fields.length),
          ...column.fields.map(leaf),
        ],
  );
  return [struct([4, text('schema')], [5, i32(columns.length)]), ...nodes];
}

/** One page holds a column of a whole group. */
function pageOf({ valuesOf, isList }: Leaf, rows: readonly ParquetRow[]): { bytes: Buffer; values: number } {
  const pieces: Uint8Array[] = [];
  const repeats: number[] = [];
  const defined: number[] = [];
  for (const row of rows) {
    const values = valuesOf(row);
    // A list without elements takes one place that holds no value.
    if (isList && values.length === 0) {
      repeats.push(0);
      defined.push(0);
    }
    for (const [place, value] of values.entries()) {
      repeats.push(place === 0 ? 0 : 1);
      defined.push(1);
      const content = Buffer.from(value);
      const length = Buffer.alloc(4);
      length.writeUInt32LE(content.length);
      pieces.push(length, content);
    }
  }
  const levels = isList ? [levelBytes(repeats), levelBytes(defined)] : [];
  const body = Buffer.concat([...levels, ...pieces]);
  const header = thriftBytes([
    [1, i32(0)],
    [2, i32(body.length)],
    [3, i32(body.length)],
    [5, struct([1, i32(repeats.length)], [2, i32(PLAIN)], [3, i32(RLE)], [4, i32(RLE)])],
  ]);
  return { bytes: Buffer.concat([header, body]), values: repeats.length };
}

/** Levels of one bit each, eight to a byte, with their length before them. */
function levelBytes(levels: readonly number[]): Buffer {
  const groups = Math.ceil(levels.length / 8);
  const packed = Buffer.alloc(groups);
  for (const [place, level] of levels.entries()) packed[place >> 3]! |= level << (place & 7);
  const run = Buffer.concat([Buffer.from(varint(groups * 2 + 1)), packed]);
  const length = Buffer.alloc(4);
  length.writeUInt32LE(run.length);
  return Buffer.concat([length, run]);
}

function chunkOf({ path }: Leaf, offset: number, bytes: number, values: number): ThriftValue {
  const metadata = struct(
    [1, i32(BYTE_ARRAY)],
    [2, list('i32', [i32(PLAIN), i32(RLE)])],
    [3, list('binary', path.map(text))],
    [4, i32(0)],
    [5, i64(values)],
    [6, i64(bytes)],
    [7, i64(bytes)],
    [9, i64(offset)],
  );
  return struct([2, i64(offset)], [3, metadata]);
}
