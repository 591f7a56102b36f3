/** The database: SQLite and PostgreSQL behind one set of queries, migrations, events. */
export { appendEvent } from './database/append-event.ts';
export type { ColumnType } from './database/column-type.ts';
export type { Database, Reader } from './database/database.ts';
export { engineOf } from './database/engine.ts';
export { type Event, type EventHead, eventAfter, type JsonValue, NO_EVENTS } from './database/event.ts';
export { type EventTables, storeMigrations } from './database/event-tables.ts';
export { FairLock } from './database/fair-lock.ts';
export { holdFolder } from './database/hold-folder.ts';
export { type JsonColumn, json } from './database/json-column.ts';
export type { HeldLeadership } from './database/leadership.ts';
export { migrate, requireMigrated } from './database/migrate.ts';
export type { Migration, RoomMigrations } from './database/migration.ts';
export { openDatabase } from './database/open-database.ts';
export { SQLITE_FILE } from './database/open-sqlite.ts';
export { MOST_EVENTS_AT_ONCE, readEvents } from './database/read-events.ts';
export { verifyEvents } from './database/verify-events.ts';
export type { WatchedQuery } from './database/watch-queries.ts';
