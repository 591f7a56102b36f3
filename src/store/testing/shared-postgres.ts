import { connect } from 'node:net';
import { text } from 'node:stream/consumers';
import { inject } from 'vitest';
import { PostgresAccess, type PostgresAddress } from './postgres-access.ts';

declare module 'vitest' {
  export interface ProvidedContext {
    /** Where `share-postgres.ts` lends the server. */
    readonly postgresSocket: string;
  }
}

/** The server that all test files of this run share; it is started when the first of them asks. */
export async function sharedPostgres(): Promise<PostgresAccess> {
  const answer = JSON.parse(await text(connect(inject('postgresSocket')))) as
    | { readonly address: PostgresAddress }
    | { readonly failure: string };
  if ('failure' in answer) throw new Error(answer.failure);
  return new PostgresAccess(answer.address);
}
