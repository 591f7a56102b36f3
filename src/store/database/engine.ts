import { PostgresAdapter, type QueryExecutorProvider } from 'kysely';

/** What keeps the tables: a file, or a server that several machines share. */
export type Engine = 'sqlite' | 'postgres';

export function engineOf(queries: QueryExecutorProvider): Engine {
  return queries.getExecutor().adapter instanceof PostgresAdapter ? 'postgres' : 'sqlite';
}
