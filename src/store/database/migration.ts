import type { Compilable, Kysely } from 'kysely';
import type { Engine } from './engine.ts';

export interface MigrationTools {
  readonly engine: Engine;
  /** Builds schema changes and queries; they run later, in order, in one transaction. */
  // biome-ignore lint/suspicious/noExplicitAny: a migration knows tables as they were then, which no type describes now.
  readonly queries: Kysely<any>;
}

/**
 * One schema change. Never edited after its release, because existing databases have already applied it. Its statements
 * may depend only on the engine: their hash shows whether the migration is unchanged.
 */
export interface Migration {
  /** Sorts after the names of earlier migrations, for example `0002-cooldowns`. */
  readonly name: string;
  /** Statements as queries, or as text where the engines differ. */
  statements(tools: MigrationTools): readonly (Compilable | string)[];
}

/** The migrations of one room, oldest first. */
export interface RoomMigrations {
  readonly room: string;
  readonly migrations: readonly Migration[];
}
