import type { JsonValue } from './event.ts';
import type { JsonColumn } from './json-column.ts';
import type { Migration, MigrationTools, RoomMigrations } from './migration.ts';

export interface EventTables {
  readonly events: {
    readonly sequence: number;
    readonly who: string;
    readonly what: string;
    readonly happened_at: number;
    readonly why: string;
    readonly subject: string;
    readonly data: JsonColumn<JsonValue>;
    readonly previous: string;
    readonly hash: string;
  };
}

const events: Migration = {
  name: '0001-events',
  statements: ({ engine, queries }) => [
    queries.schema
      .createTable('events')
      .addColumn('sequence', 'bigint', (column) => column.primaryKey())
      .addColumn('who', 'text', (column) => column.notNull())
      .addColumn('what', 'text', (column) => column.notNull())
      .addColumn('happened_at', 'bigint', (column) => column.notNull())
      .addColumn('why', 'text', (column) => column.notNull())
      .addColumn('subject', 'text', (column) => column.notNull())
      .addColumn('data', 'json', (column) => column.notNull())
      .addColumn('previous', 'text', (column) => column.notNull().unique())
      .addColumn('hash', 'text', (column) => column.notNull().unique()),
    queries.schema.createIndex('events_by_subject').on('events').columns(['subject', 'sequence']),
    ...REFUSE_CHANGES[engine],
  ],
};

/**
 * Protects against our own mistakes. The owner of the database can still forge events, and the hash chain shows that.
 */
const REFUSE_CHANGES: Readonly<Record<MigrationTools['engine'], readonly string[]>> = {
  sqlite: [
    `create trigger events_are_kept_update before update on events begin select raise(abort, 'events are append-only'); end`,
    `create trigger events_are_kept_delete before delete on events begin select raise(abort, 'events are append-only'); end`,
  ],
  postgres: [
    `create function events_are_kept() returns trigger language plpgsql as $$ begin raise exception 'events are append-only'; end $$`,
    `create trigger events_are_kept before update or delete or truncate on events for each statement execute function events_are_kept()`,
  ],
};

export const storeMigrations: RoomMigrations = { room: 'store', migrations: [events] };
