import type { Migration, RoomMigrations } from '../../store/database.ts';
import type { Role } from '../access/standing.ts';

/** Timestamps are in milliseconds since 1970, as in every table, although the ports of this room use seconds. */
export interface IdentityTables {
  readonly used_nonces: {
    readonly hotkey: string;
    readonly nonce: string;
    readonly used_at: number;
    /** The last time at which the request could still be accepted. */
    readonly keep_until: number;
  };
  readonly challenges: {
    readonly nonce: string;
    readonly hotkey: string;
    readonly text: string;
    readonly expires_at: number;
  };
  readonly sessions: {
    readonly token_hash: string;
    readonly hotkey: string;
    readonly role: Role;
    readonly created_at: number;
    readonly expires_at: number;
  };
  /** When all sessions of a hotkey were last ended; one row per hotkey for which that has happened. */
  readonly session_endings: {
    readonly hotkey: string;
    readonly revoked_after: number;
  };
}

const initialTables: Migration = {
  name: '0001-nonces-challenges-sessions',
  statements: ({ queries: { schema } }) => [
    schema
      .createTable('used_nonces')
      .addColumn('hotkey', 'text', (column) => column.notNull())
      .addColumn('nonce', 'text', (column) => column.notNull())
      .addColumn('used_at', 'bigint', (column) => column.notNull())
      .addColumn('keep_until', 'bigint', (column) => column.notNull())
      .addPrimaryKeyConstraint('used_nonces_key', ['hotkey', 'nonce']),
    schema.createIndex('used_nonces_by_end').on('used_nonces').columns(['keep_until']),
    schema
      .createTable('challenges')
      .addColumn('nonce', 'text', (column) => column.notNull())
      .addColumn('hotkey', 'text', (column) => column.notNull())
      .addColumn('text', 'text', (column) => column.notNull())
      .addColumn('expires_at', 'bigint', (column) => column.notNull())
      .addPrimaryKeyConstraint('challenges_key', ['nonce']),
    schema.createIndex('challenges_by_end').on('challenges').columns(['expires_at']),
    schema
      .createTable('sessions')
      .addColumn('token_hash', 'text', (column) => column.notNull())
      .addColumn('hotkey', 'text', (column) => column.notNull())
      .addColumn('role', 'text', (column) => column.notNull())
      .addColumn('created_at', 'bigint', (column) => column.notNull())
      .addColumn('expires_at', 'bigint', (column) => column.notNull())
      .addPrimaryKeyConstraint('sessions_key', ['token_hash']),
    schema.createIndex('sessions_by_hotkey').on('sessions').columns(['hotkey', 'created_at']),
    schema.createIndex('sessions_by_end').on('sessions').columns(['expires_at']),
    schema
      .createTable('session_endings')
      .addColumn('hotkey', 'text', (column) => column.notNull())
      .addColumn('revoked_after', 'bigint', (column) => column.notNull())
      .addPrimaryKeyConstraint('session_endings_key', ['hotkey']),
  ],
};

export const identityMigrations: RoomMigrations = { room: 'identity', migrations: [initialTables] };
