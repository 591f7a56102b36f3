import type { Database } from '../../store/database.ts';
import type { MakeDatabase } from '../../store/testing/every-engine.ts';
import { type IdentityTables, identityMigrations } from '../stores/identity-tables.ts';

export interface SharedStore {
  /** The same tables opened twice, as by two servers. */
  readonly databases: readonly [Database<IdentityTables>, Database<IdentityTables>];
  close(): Promise<void>;
}

/** For tests of data that several servers share. */
export async function openSharedStore(makeDatabase: MakeDatabase): Promise<SharedStore> {
  const place = await makeDatabase([identityMigrations]);
  const one = (await place.open()).tables<IdentityTables>();
  const other = (await place.open()).tables<IdentityTables>();
  return { databases: [one, other], close: () => place.remove() };
}

/** Returns the parts in turn, one per call. */
export function inTurn<Part>(parts: readonly Part[]): () => Part {
  let calls = 0;
  return () => parts[calls++ % parts.length]!;
}
