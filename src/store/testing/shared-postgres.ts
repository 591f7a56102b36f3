import { inject } from 'vitest';
import { fetchResource } from '../../testing/shared-resource.ts';
import { PostgresAccess, type PostgresAddress } from './postgres-access.ts';

declare module 'vitest' {
  export interface ProvidedContext {
    /** Socket on which `share-postgres.ts` serves the address of the server. */
    readonly postgresSocket: string;
  }
}

/** The server that all test files of this run share; started when the first file asks for it. */
export async function sharedPostgres(): Promise<PostgresAccess> {
  return new PostgresAccess(await fetchResource<PostgresAddress>(inject('postgresSocket')));
}
