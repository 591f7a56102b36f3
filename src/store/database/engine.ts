import { PostgresAdapter, type QueryExecutorProvider } from 'kysely';

/** SQLite is a file; PostgreSQL is a server that several machines can share. */
export type Engine = 'sqlite' | 'postgres';

export function engineOf(queries: QueryExecutorProvider): Engine {
  return queries.getExecutor().adapter instanceof PostgresAdapter ? 'postgres' : 'sqlite';
}
