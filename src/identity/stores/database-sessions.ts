import type { Transaction } from 'kysely';
import type { Database } from '../../store/database.ts';
import type { Session } from '../session/session.ts';
import type { Sessions } from '../session/sessions.ts';
import { CLOCK_ALLOWANCE_MILLISECONDS } from './clock-allowance.ts';
import type { IdentityTables } from './identity-tables.ts';
import { skipLocked } from './skip-locked.ts';

/** More than the number of devices of one contestant. */
const MAX_PER_HOTKEY = 32;
const CLEARED_AT_ONCE = 100;

/** Shared by all processes that use the database. Beyond the limit, the oldest sessions of the same hotkey end. */
export class DatabaseSessions implements Sessions {
  readonly #database: Database<IdentityTables>;

  constructor(database: Database<IdentityTables>) {
    this.#database = database;
  }

  async open(session: Session): Promise<void> {
    const { tokenHash, hotkey, role } = session;
    const [createdAt, expiresAt] = [session.createdAt * 1000, session.expiresAt * 1000];
    await this.#database.withTransaction(
      async (transaction) => {
        await transaction
          .insertInto('sessions')
          .values({ token_hash: tokenHash, hotkey, role, created_at: createdAt, expires_at: expiresAt })
          .execute();
        await endOldest(transaction, hotkey, tokenHash);
        await clearExpired(transaction, createdAt);
      },
      { concurrent: true },
    );
  }

  async find(tokenHash: string): Promise<{ session: Session; revokedAfter: number | undefined } | undefined> {
    const row = await this.#database.reader
      .selectFrom('sessions')
      .leftJoin('session_endings', 'session_endings.hotkey', 'sessions.hotkey')
      .selectAll('sessions')
      .select('session_endings.revoked_after')
      .where('token_hash', '=', tokenHash)
      .executeTakeFirst();
    if (row === undefined) return undefined;
    const session: Session = {
      tokenHash: row.token_hash,
      hotkey: row.hotkey,
      role: row.role,
      createdAt: row.created_at / 1000,
      expiresAt: row.expires_at / 1000,
    };
    return { session, revokedAfter: row.revoked_after === null ? undefined : row.revoked_after / 1000 };
  }

  async end(tokenHash: string): Promise<void> {
    await this.#database.withTransaction(
      (transaction) => transaction.deleteFrom('sessions').where('token_hash', '=', tokenHash).execute(),
      { concurrent: true },
    );
  }

  /**
   * The stored ending is what revokes the sessions. Deleting rows is cleanup and misses sessions that are being opened
   * concurrently.
   */
  async endAll(hotkey: string, atSeconds: number): Promise<void> {
    const second = Math.floor(atSeconds) * 1000;
    await this.#database.withTransaction(
      async (transaction) => {
        await transaction
          .insertInto('session_endings')
          .values({ hotkey, revoked_after: second })
          .onConflict((conflict) =>
            conflict
              .column('hotkey')
              .doUpdateSet((row) => ({ revoked_after: row.ref('excluded.revoked_after') }))
              .whereRef('session_endings.revoked_after', '<', 'excluded.revoked_after'),
          )
          .execute();
        const ended = transaction
          .selectFrom('sessions')
          .select('token_hash')
          .where('hotkey', '=', hotkey)
          .where('created_at', '<=', second);
        await transaction.deleteFrom('sessions').where('token_hash', 'in', skipLocked(transaction, ended)).execute();
      },
      { concurrent: true },
    );
  }
}

/** Never ends the session just opened, even if others were opened in the same second. */
async function endOldest(transaction: Transaction<IdentityTables>, hotkey: string, except: string): Promise<void> {
  const oldest = transaction
    .selectFrom('sessions')
    .select('token_hash')
    .where('hotkey', '=', hotkey)
    .where('token_hash', '!=', except)
    .orderBy('created_at', 'desc')
    .offset(MAX_PER_HOTKEY - 1)
    .limit(CLEARED_AT_ONCE);
  await transaction.deleteFrom('sessions').where('token_hash', 'in', skipLocked(transaction, oldest)).execute();
}

async function clearExpired(transaction: Transaction<IdentityTables>, now: number): Promise<void> {
  const expired = transaction
    .selectFrom('sessions')
    .select('token_hash')
    .where('expires_at', '<', now - CLOCK_ALLOWANCE_MILLISECONDS)
    .orderBy('expires_at')
    .limit(CLEARED_AT_ONCE);
  await transaction.deleteFrom('sessions').where('token_hash', 'in', skipLocked(transaction, expired)).execute();
}
