import { ByteWriter, ParquetWriter as LibraryWriter, type SchemaElement } from 'hyparquet-writer';

/**
 * Type of a column: texts, numbers, lists, or records of these. There are no nulls: unknown values are an empty text or
 * an empty list.
 */
export type ParquetType =
  | 'text'
  | 'integer'
  | 'number'
  | 'boolean'
  | { readonly list: ParquetType }
  | { readonly record: Readonly<Record<string, ParquetType>> };

export interface ParquetColumn {
  readonly name: string;
  readonly type: ParquetType;
  /** Files of older versions do not have it. */
  readonly mayBeMissing?: boolean;
}

export type ParquetRow = Readonly<Record<string, unknown>>;

type Put = (bytes: Uint8Array) => Promise<void>;

/** Rows are buffered in memory until a group of this size is written. */
const GROUP_BYTES = 32 * 1024 ** 2;

/**
 * Writes uncompressed Parquet files, which every reader accepts. Every field is required, so that no reader can turn
 * missing values into nulls. Memory is bounded by one row group.
 */
export class ParquetWriter {
  readonly #columns: readonly ParquetColumn[];
  readonly #output: FlushedBytes;
  readonly #table: LibraryWriter;
  #waiting: ParquetRow[] = [];
  #waitingBytes = 0;
  #bytes = 0;

  constructor(columns: readonly ParquetColumn[], put: Put) {
    this.#columns = columns;
    this.#output = new FlushedBytes(put);
    // Statistics would repeat the smallest and the largest text of each column, which may be megabytes long.
    const settings = { codec: 'UNCOMPRESSED', statistics: false } as const;
    this.#table = new LibraryWriter({ writer: this.#output, schema: parquetSchemaOf(columns), ...settings });
  }

  async add(row: ParquetRow): Promise<void> {
    for (const { name, type } of this.#columns) this.#waitingBytes += sizeOf(row[name], type, name);
    this.#waiting.push(row);
    if (this.#waitingBytes >= GROUP_BYTES) await this.#writeGroup();
  }

  /** Approximate size of the file so far. */
  get bytes(): number {
    return this.#bytes + this.#waitingBytes;
  }

  async end(): Promise<void> {
    if (this.#waiting.length > 0) await this.#writeGroup();
    await this.#table.finish();
    await this.#output.flush();
  }

  async #writeGroup(): Promise<void> {
    const rows = this.#waiting;
    this.#waiting = [];
    this.#bytes += this.#waitingBytes;
    this.#waitingBytes = 0;
    const columnData = this.#columns.map(({ name }) => ({ name, data: rows.map((row) => row[name]) }));
    await this.#table.write({ columnData, rowGroupSize: rows.length });
  }
}

/** Passes on the written bytes after each row group. The library's own writer would keep the whole file in memory. */
class FlushedBytes extends ByteWriter {
  readonly #put: Put;

  constructor(put: Put) {
    super();
    this.#put = put;
  }

  async flush(): Promise<void> {
    const bytes = this.getBytes();
    // The receiver may still use these bytes while the next group is encoded.
    this.buffer = new ArrayBuffer(1024);
    this.view = new DataView(this.buffer);
    this.index = 0;
    await this.#put(bytes);
  }
}

/** The schema of a file with these columns. */
export function parquetSchemaOf(columns: readonly ParquetColumn[]): SchemaElement[] {
  return [
    { name: 'schema', num_children: columns.length },
    ...columns.flatMap(({ name, type }) => nodesOf(name, type)),
  ];
}

const REQUIRED = { repetition_type: 'REQUIRED' } as const;

function nodesOf(name: string, type: ParquetType): SchemaElement[] {
  switch (type) {
    case 'text':
      return [{ name, type: 'BYTE_ARRAY', converted_type: 'UTF8', ...REQUIRED }];
    case 'integer':
      return [{ name, type: 'INT32', ...REQUIRED }];
    case 'number':
      return [{ name, type: 'DOUBLE', ...REQUIRED }];
    case 'boolean':
      return [{ name, type: 'BOOLEAN', ...REQUIRED }];
  }
  if ('record' in type) {
    const fields = Object.entries(type.record);
    return [
      { name, ...REQUIRED, num_children: fields.length },
      ...fields.flatMap(([field, each]) => nodesOf(field, each)),
    ];
  }
  return [
    { name, ...REQUIRED, num_children: 1, converted_type: 'LIST' },
    { name: 'list', repetition_type: 'REPEATED', num_children: 1 },
    ...nodesOf('element', type.list),
  ];
}

/** Approximate size of a value. Also rejects values of the wrong type before they become a null or a zero. */
function sizeOf(value: unknown, type: ParquetType, name: string): number {
  if (typeof type === 'string') {
    if (!IS[type](value)) throw new TypeError(`the column ${name} takes ${type} values, not ${describe(value)}`);
    return type === 'text' ? (value as string).length : BYTES[type];
  }
  if ('list' in type) {
    if (!Array.isArray(value)) throw new TypeError(`the column ${name} takes lists, not ${describe(value)}`);
    return (value as readonly unknown[]).reduce<number>((sum, each) => sum + sizeOf(each, type.list, name), 0);
  }
  return Object.entries(type.record).reduce(
    (sum, [field, each]) => sum + sizeOf((value as ParquetRow)[field], each, `${name}.${field}`),
    0,
  );
}

const BYTES = { integer: 4, number: 8, boolean: 1 } as const;

const IS: Readonly<Record<'text' | 'integer' | 'number' | 'boolean', (value: unknown) => boolean>> = {
  text: (value) => typeof value === 'string',
  integer: (value) => typeof value === 'number' && value === (value | 0),
  number: (value) => typeof value === 'number' && Number.isFinite(value),
  boolean: (value) => typeof value === 'boolean',
};

function describe(value: unknown): string {
  return typeof value === 'number' ? String(value) : value === null ? 'null' : `a ${typeof value}`;
}
