import { CompiledQuery, type Kysely } from 'kysely';
import { canonicalJson } from '../../json/canonical-json.ts';
import { sha256 } from '../sha256.ts';
import { engineOf } from './engine.ts';
import type { Migration } from './migration.ts';

export interface CompiledMigration {
  readonly statements: readonly CompiledQuery[];
  /** Of what is executed, so that reformatting the program changes nothing and changing a column does. */
  readonly sha256: string;
}

// biome-ignore lint/suspicious/noExplicitAny: see MigrationTools.
export function compileMigration(migration: Migration, queries: Kysely<any>): CompiledMigration {
  const statements = migration
    .statements({ engine: engineOf(queries), queries })
    .map((statement) => (typeof statement === 'string' ? CompiledQuery.raw(statement) : statement.compile()));
  const executed = statements.map(({ sql, parameters }) => ({ sql, parameters: parameters.map(String) }));
  return { statements, sha256: sha256(canonicalJson(executed)) };
}
