import type { JsonValue } from '../database/event.ts';
import { type EventTables, storeMigrations } from '../database/event-tables.ts';
import type { JsonColumn } from '../database/json-column.ts';
import type { RoomMigrations } from '../database/migration.ts';

/** Tables like those of a room: one column of every type, work to be claimed, and a total that must add up. */
export interface SampleTables extends EventTables {
  readonly samples: {
    readonly id: string;
    readonly small: number | null;
    readonly large: number | bigint | null;
    readonly real: number | null;
    readonly flag: boolean | null;
    readonly document: JsonColumn<JsonValue> | null;
    readonly bytes: Uint8Array | null;
  };
  readonly work: {
    readonly id: string;
    readonly position: number;
    readonly state: 'waiting' | 'claimed';
    readonly owner: string | null;
  };
  readonly totals: {
    readonly name: string;
    readonly amount: number;
  };
}

const room: RoomMigrations = {
  room: 'sample',
  migrations: [
    {
      name: '0001-tables',
      statements: ({ queries: { schema } }) => [
        schema
          .createTable('samples')
          .addColumn('id', 'text', (column) => column.primaryKey())
          .addColumn('small', 'integer')
          .addColumn('large', 'bigint')
          .addColumn('real', 'double precision')
          .addColumn('flag', 'boolean')
          .addColumn('document', 'json')
          .addColumn('bytes', 'blob'),
        schema
          .createTable('work')
          .addColumn('id', 'text', (column) => column.primaryKey())
          .addColumn('position', 'bigint', (column) => column.notNull())
          .addColumn('state', 'text', (column) => column.notNull())
          .addColumn('owner', 'text', (column) => column.references('samples.id')),
        schema.createIndex('work_by_state').on('work').columns(['state', 'position']),
      ],
    },
    {
      name: '0002-totals',
      statements: ({ queries }) => [
        queries.schema
          .createTable('totals')
          .addColumn('name', 'text', (column) => column.notNull())
          .addColumn('amount', 'bigint', (column) => column.notNull())
          .addPrimaryKeyConstraint('totals_key', ['name']),
        queries.insertInto('totals').values({ name: 'commits', amount: 0 }),
      ],
    },
  ],
};

export const SAMPLE_ROOMS: readonly RoomMigrations[] = [storeMigrations, room];
