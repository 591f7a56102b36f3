import type { DatabaseSync, SQLInputValue, SQLOutputValue, StatementSync } from 'node:sqlite';
import { AbortedTransactionError, type CompiledQuery, type DatabaseConnection, type QueryResult } from 'kysely';
import { Fault } from '../../fault/fault.ts';
import { parseJson } from '../../json/parse-json.ts';
import { retry } from '../../net/retry.ts';
import { COLUMN_TYPES } from './column-type.ts';
import { isBusy, sqliteFault } from './sqlite-fault.ts';

const BACKOFF = { first: 25, longest: 25, jitter: [0, 1] } as const;

type Row = Record<string, SQLOutputValue>;
type Reading = (value: SQLOutputValue) => unknown;

/** The one connection to the file. `node:sqlite` answers at once, on this thread; only waiting for others is not. */
export class SqliteConnection implements DatabaseConnection {
  readonly #file: DatabaseSync;
  readonly #path: string;
  /** How long another process may hold the file before we give up. */
  readonly #patience: number;
  /** PostgreSQL spoils a transaction in which a statement failed; so that nobody relies on less, we do as well. */
  #spoiled = false;

  constructor(file: DatabaseSync, path: string, patienceMilliseconds: number) {
    this.#file = file;
    this.#path = path;
    this.#patience = patienceMilliseconds;
  }

  async executeQuery<Answer>(query: CompiledQuery): Promise<QueryResult<Answer>> {
    if (this.#spoiled) throw new Error('a statement of this transaction failed; it can only be rolled back');
    if (!this.#file.isTransaction) return await this.#patiently(() => this.#run<Answer>(query));
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
    await this.#patiently(() => this.#file.exec(`begin ${mode}`));
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

  /** A full disk may already have made SQLite roll back by itself. */
  rollback(): void {
    this.#spoiled = false;
    if (this.#file.isTransaction) this.#file.exec('rollback');
  }

  close(): void {
    this.#file.close();
  }

  /** Waits without holding up the thread, as the busy timeout of SQLite would. Outside a transaction nothing is half done. */
  async #patiently<T>(attempt: () => T): Promise<T> {
    try {
      return await retry(attempt, { withinMilliseconds: this.#patience, backoff: BACKOFF, isRetryable: isBusy });
    } catch (error) {
      throw sqliteFault(error, this.#path);
    }
  }

  #run<Answer>({ sql, parameters }: CompiledQuery): QueryResult<Answer> {
    const statement = this.#file.prepare(sql);
    const values = parameters.map(toSqlite);
    const readings = readingsOf(statement);
    if (readings === undefined) {
      return { numAffectedRows: BigInt(statement.run(...values).changes), rows: [] };
    }
    const rows = (statement.all(...values) as Row[]).map((row) => readRow(row, readings)) as Answer[];
    return { numAffectedRows: BigInt(rows.length), rows };
  }
}

function toSqlite(value: unknown): SQLInputValue {
  if (typeof value === 'boolean') return value ? 1n : 0n;
  // A number is bound as floating point, which shows where no column gives it a type: as text it would be "1.0".
  if (typeof value === 'number' && Number.isSafeInteger(value)) return BigInt(value);
  return value as SQLInputValue;
}

/** How each column is to be read, `undefined` when the statement answers with no rows. */
function readingsOf(statement: StatementSync): ReadonlyMap<string, Reading> | undefined {
  const columns = statement.columns();
  if (columns.length === 0) return undefined;
  const readings = new Map<string, Reading>();
  for (const { name, type } of columns) {
    if (type === COLUMN_TYPES.boolean.sqlite) readings.set(name, readBoolean);
    else if (type === COLUMN_TYPES.json.sqlite) readings.set(name, readJson);
  }
  return readings;
}

function readRow(row: Row, readings: ReadonlyMap<string, Reading>): Record<string, unknown> {
  const read: Record<string, unknown> = { ...row };
  for (const [name, value] of Object.entries(row)) {
    if (value instanceof Uint8Array) read[name] = Buffer.from(value.buffer, value.byteOffset, value.byteLength);
  }
  for (const [name, reading] of readings) read[name] = row[name] === null ? null : reading(row[name]!);
  return read;
}

function readBoolean(value: SQLOutputValue): boolean {
  return value !== 0;
}

function readJson(value: SQLOutputValue): unknown {
  const parsed = parseJson(String(value));
  if (parsed.ok) return parsed.value;
  throw new Fault('STORAGE_FAILED', {
    message: `A column of JSON holds something else: ${parsed.reason}`,
    remedy: 'The database was changed by other hands, or is damaged. Put back a backup.',
  });
}
