import type { Compilable, Kysely } from 'kysely';
import type { Engine } from './engine.ts';

export interface MigrationTools {
  readonly engine: Engine;
  /** For `schema` and for queries; they are run later, in order, in one transaction. */
  // biome-ignore lint/suspicious/noExplicitAny: a migration knows tables as they were then, which no type describes now.
  readonly queries: Kysely<any>;
}

/**
 * One step forward. Once released it is never edited: what it did is in databases that exist. Nothing may depend on
 * anything but the engine, since the hash of its statements says whether it is still the same.
 */
export interface Migration {
  /** Sorts after those before it, for example `0002-cooldowns`. */
  readonly name: string;
  /** Statements as queries, or as text where the engines differ. */
  statements(tools: MigrationTools): readonly (Compilable | string)[];
}

/** The tables of one room, in the order they came to be. */
export interface RoomMigrations {
  readonly room: string;
  readonly migrations: readonly Migration[];
}
