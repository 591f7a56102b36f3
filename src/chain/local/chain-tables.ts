import type { EventTables, JsonColumn, JsonValue, Migration, RoomMigrations } from '../../store/database.ts';

/** Tables of the local ledger: its genesis and its events. Everything else is derived from these. */
export interface ChainTables extends EventTables {
  readonly ledger_genesis: {
    readonly netuid: number;
    /** Time of block 0, in milliseconds since 1970. */
    readonly began_at: number;
    readonly rules: JsonColumn<JsonValue>;
  };
  readonly ledger_events: {
    /** Counted from 1 without gaps. */
    readonly sequence: number;
    readonly kind: string;
    readonly block: number;
    /** The hotkey that acted; empty for events of the ledger itself. */
    readonly hotkey: string;
    /** The block that weights were signed for; null for other events. */
    readonly signed_block: number | null;
    readonly body: JsonColumn<JsonValue>;
    readonly previous: string;
    /** SHA-256 over the previous hash, the sequence number and the body. */
    readonly hash: string;
  };
  /** The state of the ledger after an event, so that a starting process need not recompute it from the first event. */
  readonly ledger_snapshots: {
    readonly sequence: number;
    readonly hash: string;
    readonly state: JsonColumn<JsonValue>;
  };
  /** What each epoch paid and burned, in rao, computed from the events. Digits, because numbers cannot hold all rao. */
  readonly ledger_payments: {
    /** Counted from 1 without gaps. */
    readonly epoch: number;
    readonly block: number;
    readonly to_contestants: string;
    readonly to_validators: string;
    readonly burned: string;
  };
}

const ledger: Migration = {
  name: '0001-ledger',
  statements: ({ queries: { schema } }) => [
    schema
      .createTable('ledger_genesis')
      .addColumn('netuid', 'integer', (column) => column.primaryKey())
      .addColumn('began_at', 'bigint', (column) => column.notNull())
      .addColumn('rules', 'json', (column) => column.notNull()),
    schema
      .createTable('ledger_events')
      .addColumn('sequence', 'bigint', (column) => column.primaryKey())
      .addColumn('kind', 'text', (column) => column.notNull())
      .addColumn('block', 'bigint', (column) => column.notNull())
      .addColumn('hotkey', 'text', (column) => column.notNull())
      .addColumn('signed_block', 'bigint')
      .addColumn('body', 'json', (column) => column.notNull())
      .addColumn('previous', 'text', (column) => column.notNull().unique())
      .addColumn('hash', 'text', (column) => column.notNull().unique()),
    schema.createIndex('ledger_events_by_hotkey').on('ledger_events').columns(['hotkey', 'kind', 'sequence']),
    schema
      .createTable('ledger_snapshots')
      .addColumn('sequence', 'bigint', (column) => column.primaryKey())
      .addColumn('hash', 'text', (column) => column.notNull())
      .addColumn('state', 'json', (column) => column.notNull()),
  ],
};

const payments: Migration = {
  name: '0002-payments',
  statements: ({ queries: { schema } }) => [
    schema
      .createTable('ledger_payments')
      .addColumn('epoch', 'integer', (column) => column.primaryKey())
      .addColumn('block', 'bigint', (column) => column.notNull())
      .addColumn('to_contestants', 'text', (column) => column.notNull())
      .addColumn('to_validators', 'text', (column) => column.notNull())
      .addColumn('burned', 'text', (column) => column.notNull()),
  ],
};

export const chainMigrations: RoomMigrations = { room: 'chain', migrations: [ledger, payments] };
