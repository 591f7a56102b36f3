import { postgresCode } from '../database/postgres-fault.ts';
import { sqliteCode } from '../database/sqlite-fault.ts';

export type ConstraintKind = 'unique' | 'foreign key' | 'check' | 'not null';

const POSTGRES: Readonly<Record<string, ConstraintKind>> = {
  '23502': 'not null',
  '23503': 'foreign key',
  '23505': 'unique',
  '23514': 'check',
};

/** Extended result codes of SQLite: the constraint in the upper bits, 19 in the lower. */
const SQLITE: Readonly<Record<number, ConstraintKind>> = {
  275: 'check',
  787: 'foreign key',
  1299: 'not null',
  1555: 'unique',
  2067: 'unique',
};

/** The kind of constraint that rejected a query; `undefined` for other errors. */
export function brokenConstraint(error: unknown): ConstraintKind | undefined {
  const sqlite = sqliteCode(error);
  if (sqlite !== undefined) return SQLITE[sqlite];
  const postgres = postgresCode(error);
  return postgres === undefined ? undefined : POSTGRES[postgres];
}
