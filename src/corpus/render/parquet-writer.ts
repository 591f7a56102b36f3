import { ByteWriter, ParquetWriter as LibraryWriter, type SchemaElement } from 'hyparquet-writer';

/** A column of texts, or of lists of records whose fields are texts. Nothing may be missing: there are no nulls. */
export type ParquetColumn =
  | { readonly name: string; readonly kind: 'text' }
  | { readonly name: string; readonly kind: 'list'; readonly fields: readonly string[] };

export type ParquetRow = Readonly<Record<string, unknown>>;

type Put = (bytes: Uint8Array) => Promise<void>;

/** Rows wait in memory until a group of them is written. */
const GROUP_BYTES = 32 * 1024 ** 2;

/**
 * Parquet files of texts, uncompressed, which every reader takes. Every field is required, so that no reader can make a
 * null of what was never there. Memory is bounded by one row group.
 */
export class ParquetWriter {
  readonly #columns: readonly ParquetColumn[];
  readonly #output: FlushedBytes;
  readonly #table: LibraryWriter;
  #waiting: ParquetRow[] = [];
  #waitingBytes = 0;

  constructor(columns: readonly ParquetColumn[], put: Put) {
    this.#columns = columns;
    this.#output = new FlushedBytes(put);
    // Statistics would repeat the first and the last text of each column, which may be megabytes long.
    const settings = { codec: 'UNCOMPRESSED', statistics: false } as const;
    this.#table = new LibraryWriter({ writer: this.#output, schema: schemaOf(columns), ...settings });
  }

  async add(row: ParquetRow): Promise<void> {
    for (const column of this.#columns) this.#waitingBytes += lengthIn(row, column);
    this.#waiting.push(row);
    if (this.#waitingBytes >= GROUP_BYTES) await this.#writeGroup();
  }

  async end(): Promise<void> {
    if (this.#waiting.length > 0) await this.#writeGroup();
    await this.#table.finish();
    await this.#output.flush();
  }

  async #writeGroup(): Promise<void> {
    const rows = this.#waiting;
    this.#waiting = [];
    this.#waitingBytes = 0;
    const columnData = this.#columns.map(({ name }) => ({ name, data: rows.map((row) => row[name]) }));
    await this.#table.write({ columnData, rowGroupSize: rows.length });
  }
}

/** Hands over what has been written at the end of each row group; the library's own writer keeps the whole file. */
class FlushedBytes extends ByteWriter {
  readonly #put: Put;

  constructor(put: Put) {
    super();
    this.#put = put;
  }

  async flush(): Promise<void> {
    const bytes = this.getBytes();
    // The receiver may still hold these bytes while the next group is encoded.
    this.buffer = new ArrayBuffer(1024);
    this.view = new DataView(this.buffer);
    this.index = 0;
    await this.#put(bytes);
  }
}

function schemaOf(columns: readonly ParquetColumn[]): SchemaElement[] {
  const text = (name: string): SchemaElement => ({
    name,
    type: 'BYTE_ARRAY',
    converted_type: 'UTF8',
    repetition_type: 'REQUIRED',
  });
  const nodes = columns.flatMap((column): SchemaElement[] =>
    column.kind === 'text'
      ? [text(column.name)]
      : [
          { name: column.name, repetition_type: 'REQUIRED', num_children: 1, converted_type: 'LIST' },
          { name: 'list', repetition_type: 'REPEATED', num_children: 1 },
          { name: 'element', repetition_type: 'REQUIRED', num_children: column.fields.length },
          ...column.fields.map(text),
        ],
  );
  return [{ name: 'schema', num_children: columns.length }, ...nodes];
}

function lengthIn(row: ParquetRow, column: ParquetColumn): number {
  if (column.kind === 'text') return textIn(row, column.name).length;
  const elements = row[column.name] as readonly ParquetRow[];
  return elements
    .flatMap((element) => column.fields.map((field) => textIn(element, field).length))
    .reduce((sum, length) => sum + length, 0);
}

function textIn(row: ParquetRow, name: string): string {
  const value = row[name];
  if (typeof value !== 'string') throw new TypeError(`the column ${name} takes texts, not a ${typeof value}`);
  return value;
}
