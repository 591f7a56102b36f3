import { type Database, migrate } from '../../store/database.ts';
import type { MakePlace } from '../../store/testing/every-engine.ts';
import { type IdentityTables, identityMigrations } from '../stores/identity-tables.ts';

export interface SharedPlace {
  /** The same tables, opened twice, as by two servers. */
  readonly databases: readonly [Database<IdentityTables>, Database<IdentityTables>];
  close(): Promise<void>;
}

/** For tests of what several servers keep together. */
export async function openSharedPlace(makePlace: MakePlace): Promise<SharedPlace> {
  const place = await makePlace();
  const one = (await place.open()).tables<IdentityTables>();
  await migrate(one, [identityMigrations], 1);
  const other = (await place.open()).tables<IdentityTables>();
  return { databases: [one, other], close: () => place.remove() };
}

/** Answers each call with the next of several. */
export function inTurn<Part>(parts: readonly Part[]): () => Part {
  let calls = 0;
  return () => parts[calls++ % parts.length]!;
}
