import { type Expression, type SqlBool, sql } from 'kysely';
import { Fault } from '../../fault/fault.ts';
import { parseJson } from '../../json/parse-json.ts';

type KeyPart = string | number;

/**
 * Type of a column of the sort key. Cursors are untrusted input: a value that the column cannot hold would cause a
 * database error.
 */
type PartKind = 'integer' | 'moment' | 'number' | 'text';

export interface SortPart {
  readonly kind: PartKind;
  readonly direction: 'asc' | 'desc';
}

export interface CursorQuery {
  readonly limit: number;
  readonly offset: number;
  readonly cursor?: string | undefined;
}

const LONGEST_TEXT = 200;
const LARGEST_INTEGER = 2_147_483_647;

/**
 * The order of a list that is read page by page with cursors. A cursor contains the sort key of the last row of a page,
 * so a reader gets every row that is present throughout exactly once, whatever is inserted or removed meanwhile. The
 * key must be unique per row and contain only values that the list shows.
 */
export class ListOrder<Row> {
  /** Part of the cursors, so that cursors of another list or order are refused. */
  readonly #name: string;
  readonly #parts: readonly SortPart[];
  readonly #keyOf: (row: Row) => readonly KeyPart[];

  constructor(name: string, parts: readonly SortPart[], keyOf: (row: Row) => readonly KeyPart[]) {
    this.#name = name;
    this.#parts = parts;
    this.#keyOf = keyOf;
  }

  /**
   * A condition for rows after a cursor; `columns` are the columns of the key, in its order. Always true without a
   * cursor.
   */
  after(columns: readonly Expression<unknown>[], cursor: string | undefined): Expression<SqlBool> {
    const key = this.#read(cursor);
    if (key === undefined) return sql<SqlBool>`1 = 1`;
    return this.#parts.reduceRight((later: Expression<SqlBool>, { direction }, place) => {
      const column = columns[place]!;
      const comparison = sql.raw(direction === 'asc' ? '>' : '<');
      return sql<SqlBool>`(${column} ${comparison} ${key[place]} or (${column} = ${key[place]} and ${later}))`;
    }, sql<SqlBool>`1 = 0`);
  }

  /** Sorts rows in memory into this order. */
  sorted<Of extends Row>(rows: readonly Of[]): readonly Of[] {
    return rows.toSorted((one, other) => this.#compare(this.#keyOf(one), this.#keyOf(other)));
  }

  /** Rows after a cursor, for sorted rows in memory. */
  rowsAfter<Of extends Row>(rows: readonly Of[], cursor: string | undefined): readonly Of[] {
    const key = this.#read(cursor);
    if (key === undefined) return rows;
    const first = rows.findIndex((row) => this.#compare(this.#keyOf(row), key) > 0);
    return first === -1 ? [] : rows.slice(first);
  }

  /** The page, from `rows` read with one row more than `limit`, and the cursor of the next page. */
  page<Of extends Row>(
    rows: readonly Of[],
    limit: number,
  ): { readonly rows: readonly Of[]; readonly next: string | null } {
    const page = rows.slice(0, limit);
    return { rows: page, next: rows.length > limit ? this.#write(page.at(-1)!) : null };
  }

  #write(row: Row): string {
    return Buffer.from(JSON.stringify([this.#name, ...this.#keyOf(row)])).toString('base64url');
  }

  #read(cursor: string | undefined): readonly KeyPart[] | undefined {
    if (cursor === undefined) return undefined;
    const parsed = parseJson(Buffer.from(cursor, 'base64url').toString());
    const [name, ...key] = parsed.ok && Array.isArray(parsed.value) ? parsed.value : [];
    const isOurs = name === this.#name && key.length === this.#parts.length;
    if (isOurs && this.#parts.every(({ kind }, place) => fits(kind, key[place]))) return key as KeyPart[];
    throw new Fault('INPUT_INVALID', {
      message: 'This cursor belongs to another list, or the list has another order now.',
      remedy: 'Read the list from its beginning, without a cursor.',
    });
  }

  #compare(one: readonly KeyPart[], other: readonly KeyPart[]): number {
    for (const [place, { direction }] of this.#parts.entries()) {
      const [left, right] = [one[place]!, other[place]!];
      if (left === right) continue;
      return left > right === (direction === 'asc') ? 1 : -1;
    }
    return 0;
  }
}

function fits(kind: PartKind, value: unknown): boolean {
  if (kind === 'text') return typeof value === 'string' && value.length <= LONGEST_TEXT && isStorable(value);
  if (typeof value !== 'number' || !Number.isFinite(value)) return false;
  if (kind === 'number') return true;
  return kind === 'moment'
    ? Number.isSafeInteger(value)
    : Number.isInteger(value) && Math.abs(value) <= LARGEST_INTEGER;
}

function isStorable(text: string): boolean {
  return text.isWellFormed() && !text.includes('\0');
}
