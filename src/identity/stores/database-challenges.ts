import type { Transaction } from 'kysely';
import type { Database } from '../../store/database.ts';
import type { Challenge } from '../session/challenge.ts';
import type { Challenges } from '../session/challenges.ts';
import { CLOCK_ALLOWANCE_MILLISECONDS } from './clock-allowance.ts';
import type { IdentityTables } from './identity-tables.ts';
import { skipLocked } from './skip-locked.ts';

const DEFAULT_CAPACITY = 50_000;
const CLEAR_EVERY = 100;

export interface ChallengeBounds {
  readonly capacity?: number;
  /** Milliseconds since 1970. */
  readonly now?: () => number;
}

/**
 * Shared by all processes that use the database. Anyone may request challenges, so their number is bounded: beyond it
 * the oldest are deleted, and a client that loses one requests another. Checked on every hundredth challenge of a
 * process.
 */
export class DatabaseChallenges implements Challenges {
  readonly #database: Database<IdentityTables>;
  readonly #capacity: number;
  readonly #now: () => number;
  #sinceCleared = 0;

  constructor(
    database: Database<IdentityTables>,
    { capacity = DEFAULT_CAPACITY, now = Date.now }: ChallengeBounds = {},
  ) {
    this.#database = database;
    this.#capacity = capacity;
    this.#now = now;
  }

  async put({ nonce, hotkey, text, expiresAt }: Challenge): Promise<void> {
    this.#sinceCleared++;
    const clear = this.#sinceCleared >= CLEAR_EVERY;
    if (clear) this.#sinceCleared = 0;
    await this.#database.withTransaction(
      async (transaction) => {
        const row = { nonce, hotkey, text, expires_at: expiresAt * 1000 };
        await transaction.insertInto('challenges').values(row).execute();
        if (clear) await this.#clear(transaction);
      },
      { concurrent: true },
    );
  }

  async take(nonce: string): Promise<Challenge | undefined> {
    const row = await this.#database.withTransaction(
      (transaction) =>
        transaction.deleteFrom('challenges').where('nonce', '=', nonce).returningAll().executeTakeFirst(),
      { concurrent: true },
    );
    return row && { hotkey: row.hotkey, text: row.text, nonce: row.nonce, expiresAt: row.expires_at / 1000 };
  }

  /** Deletes more rows than arrived since the last time, but few enough not to slow requests. */
  async #clear(transaction: Transaction<IdentityTables>): Promise<void> {
    const most = 2 * CLEAR_EVERY;
    const rows = transaction.selectFrom('challenges').select('nonce');
    const expired = rows
      .where('expires_at', '<', this.#now() - CLOCK_ALLOWANCE_MILLISECONDS)
      .orderBy('expires_at')
      .limit(most);
    const beyond = rows.orderBy('expires_at', 'desc').offset(this.#capacity).limit(most);
    for (const gone of [expired, beyond]) {
      await transaction.deleteFrom('challenges').where('nonce', 'in', skipLocked(transaction, gone)).execute();
    }
  }
}
