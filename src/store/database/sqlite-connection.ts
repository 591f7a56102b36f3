import type { DatabaseSync, SQLInputValue, SQLOutputValue, StatementSync } from 'node:sqlite';
import { AbortedTransactionError, type CompiledQuery, type DatabaseConnection, type QueryResult } from 'kysely';
import { Fault } from '../../fault/fault.ts';
import { parseJson } from '../../json/parse-json.ts';
import { retry } from '../../net/retry.ts';
import { COLUMN_TYPES } from './column-type.ts';
import { isBusy, sqliteFault } from './sqlite-fault.ts';

const BACKOFF = { first: 25, longest: 25, jitter: [0, 1] } as const;

type Reading = (value: SQLOutputValue) => unknown;

interface Column {
  readonly name: string;
  /** Absent when values need no conversion. */
  readonly reading: Reading | undefined;
}

/**
 * The one connection to the file. `node:sqlite` is synchronous, on this thread; only waiting for other processes is
 * asynchronous.
 */
export class SqliteConnection implements DatabaseConnection {
  readonly #file: DatabaseSync;
  readonly #path: string;
  /** How long another process may hold the file before this one gives up. */
  readonly #timeout: number;
  /**
   * PostgreSQL aborts a transaction in which a statement failed; SQLite must do the same, so that no caller depends on
   * continuing.
   */
  #spoiled = false;

  constructor(file: DatabaseSync, path: string, timeoutMilliseconds: number) {
    this.#file = file;
    this.#path = path;
    this.#timeout = timeoutMilliseconds;
  }

  async executeQuery<Answer>(query: CompiledQuery): Promise<QueryResult<Answer>> {
    if (this.#spoiled) throw new Error('a statement of this transaction failed; it can only be rolled back');
    if (!this.#file.isTransaction) return await this.#retryWhileBusy(() => this.#run<Answer>(query));
    try {
      return this.#run(query);
    } catch (error) {
      this.#spoiled = true;
      throw sqliteFault(error, this.#path);
    }
  }

  // biome-ignore lint/correctness/useYield: it exists to say that there is no streaming.
  async *streamQuery<Answer>(): AsyncIterableIterator<QueryResult<Answer>> {
    throw new Error('read in pages: streaming would hold the only connection');
  }

  async begin(mode: 'immediate' | 'deferred'): Promise<void> {
    this.#spoiled = false;
    await this.#retryWhileBusy(() => this.#file.exec(`begin ${mode}`));
  }

  commit(): void {
    if (this.#spoiled) {
      this.rollback();
      throw new AbortedTransactionError();
    }
    try {
      this.#file.exec('commit');
    } catch (error) {
      throw sqliteFault(error, this.#path);
    }
  }

  /** SQLite may already have rolled back, for example when the disk is full. */
  rollback(): void {
    this.#spoiled = false;
    if (this.#file.isTransaction) this.#file.exec('rollback');
  }

  close(): void {
    this.#file.close();
  }

  /** Waits without blocking the thread, unlike SQLite's busy timeout. Outside a transaction nothing is half done. */
  async #retryWhileBusy<T>(attempt: () => T): Promise<T> {
    try {
      return await retry(attempt, { withinMilliseconds: this.#timeout, backoff: BACKOFF, isRetryable: isBusy });
    } catch (error) {
      throw sqliteFault(error, this.#path);
    }
  }

  #run<Answer>({ sql, parameters }: CompiledQuery): QueryResult<Answer> {
    const statement = this.#file.prepare(sql);
    const values = parameters.map(toSqlite);
    const columns = columnsOf(statement);
    if (columns.length === 0) return { numAffectedRows: BigInt(statement.run(...values).changes), rows: [] };
    // `node:sqlite` returns objects without a prototype, which are dictionaries: five times as slow to create, copy and
    // use.
    statement.setReturnArrays(true);
    const read = statement.all(...values) as unknown as readonly (readonly SQLOutputValue[])[];
    const rows = read.map((row) => readRow(row, columns)) as Answer[];
    return { numAffectedRows: BigInt(rows.length), rows };
  }
}

function toSqlite(value: unknown): SQLInputValue {
  if (typeof value === 'boolean') return value ? 1n : 0n;
  // A number is bound as floating point, which shows where no column gives it a type: as text it would be "1.0".
  if (typeof value === 'number' && Number.isSafeInteger(value)) return BigInt(value);
  return value as SQLInputValue;
}

/** How to read each column; empty when the statement returns no rows. */
function columnsOf(statement: StatementSync): readonly Column[] {
  return statement.columns().map(({ name, type }) => ({ name, reading: readingOf(type?.toLowerCase()) }));
}

/** SQLite reports its own types in capitals and ours as they were declared. */
function readingOf(type: string | undefined): Reading | undefined {
  switch (type) {
    case COLUMN_TYPES.boolean.sqlite:
      return readBoolean;
    case COLUMN_TYPES.json.sqlite:
      return readJson;
    // A computed column has no type, and may contain bytes.
    case COLUMN_TYPES.blob.sqlite:
    case undefined:
      return readBytes;
    default:
      return undefined;
  }
}

function readRow(row: readonly SQLOutputValue[], columns: readonly Column[]): Record<string, unknown> {
  const read: Record<string, unknown> = {};
  for (const [place, { name, reading }] of columns.entries()) {
    const value = row[place]!;
    read[name] = reading === undefined || value === null ? value : reading(value);
  }
  return read;
}

function readBytes(value: SQLOutputValue): unknown {
  return value instanceof Uint8Array ? Buffer.from(value.buffer, value.byteOffset, value.byteLength) : value;
}

function readBoolean(value: SQLOutputValue): boolean {
  return value !== 0;
}

function readJson(value: SQLOutputValue): unknown {
  const parsed = parseJson(String(value));
  if (parsed.ok) return parsed.value;
  throw new Fault('STORAGE_FAILED', {
    message: `A JSON column contains something else: ${parsed.reason}`,
    remedy: 'The database was changed by another program, or is damaged. Restore a backup.',
  });
}
