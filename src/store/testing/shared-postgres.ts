import { inject } from 'vitest';
import { fetchResource } from '../../testing/shared-resource.ts';
import { PostgresAccess, type PostgresAddress } from './postgres-access.ts';

declare module 'vitest' {
  export interface ProvidedContext {
    /** Where `share-postgres.ts` lends the server. */
    readonly postgresSocket: string;
  }
}

/** The server that all test files of this run share; it is started when the first of them asks. */
export async function sharedPostgres(): Promise<PostgresAccess> {
  return new PostgresAccess(await fetchResource<PostgresAddress>(inject('postgresSocket')));
}
