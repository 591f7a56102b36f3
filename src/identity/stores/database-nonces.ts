import { setImmediate as nextTurn } from 'node:timers/promises';
import type { Transaction } from 'kysely';
import type { Database } from '../../store/database.ts';
import type { NonceOutcome, NonceSpan, Nonces } from '../request/nonces.ts';
import { CLOCK_ALLOWANCE_MILLISECONDS } from './clock-allowance.ts';
import type { IdentityTables } from './identity-tables.ts';
import { skipLocked } from './skip-locked.ts';

/** Enough to make a commit worth its while; a statement of SQLite takes 32,766 values. */
const MOST_AT_ONCE = 500;
const CLEAR_EVERY = 100;

interface Waiting {
  readonly hotkey: string;
  readonly nonce: string;
  readonly now: number;
  readonly keepUntil: number;
  readonly answer: PromiseWithResolvers<NonceOutcome>;
}

/** `echoes` asked for the same at the same second: whatever the first is told, they came too late. */
type Leading = Waiting & { readonly echoes: Waiting[] };

/**
 * For every process that shares the database. A commit has to reach the disk and every signed request waits for one, so
 * those that come while one is under way share the next. There is always room for another: each step clears away more
 * dead ones than came since the last.
 */
export class DatabaseNonces implements Nonces {
  readonly #database: Database<IdentityTables>;
  #waiting: Waiting[] = [];
  #busy = false;
  #sinceCleared = 0;

  constructor(database: Database<IdentityTables>) {
    this.#database = database;
  }

  register(hotkey: string, nonce: string, { now, keepUntil }: NonceSpan): Promise<NonceOutcome> {
    const answer = Promise.withResolvers<NonceOutcome>();
    this.#waiting.push({ hotkey, nonce, now: now * 1000, keepUntil: keepUntil * 1000, answer });
    if (!this.#busy) void this.#work();
    return answer.promise;
  }

  async #work(): Promise<void> {
    this.#busy = true;
    while (this.#waiting.length > 0) {
      // SQLite answers without letting other requests in, so those that have arrived are waited for.
      await nextTurn();
      const batch = this.#nextBatch();
      try {
        const fresh = await this.#registerAll(batch);
        for (const { hotkey, nonce, answer, echoes } of batch) {
          answer.resolve(fresh.has(keyOf(hotkey, nonce)) ? 'new' : 'used');
          for (const echo of echoes) echo.answer.resolve('used');
        }
      } catch (error) {
        for (const { answer, echoes } of batch) {
          for (const one of [answer, ...echoes.map((echo) => echo.answer)]) one.reject(error);
        }
      }
    }
    this.#busy = false;
  }

  /** One of each pair, since a statement may change a row only once. */
  #nextBatch(): readonly Leading[] {
    const batch = new Map<string, Leading>();
    const later: Waiting[] = [];
    for (const one of this.#waiting) {
      const key = keyOf(one.hotkey, one.nonce);
      const leading = batch.get(key);
      if (leading !== undefined && leading.now === one.now) leading.echoes.push(one);
      else if (leading === undefined && batch.size < MOST_AT_ONCE) batch.set(key, { ...one, echoes: [] });
      else later.push(one);
    }
    this.#waiting = later;
    // In the same order in every process, so that two never wait for each other.
    return [...batch].toSorted(([one], [other]) => (one < other ? -1 : 1)).map(([, entry]) => entry);
  }

  async #registerAll(batch: readonly Waiting[]): Promise<ReadonlySet<string>> {
    const clear = this.#sinceCleared + batch.length >= CLEAR_EVERY;
    const fresh = await this.#database.withTransaction(
      async (transaction) => {
        const rows = await insertFresh(transaction, batch);
        // Last, and skipping locked rows: it never waits.
        if (clear) await clearDead(transaction, batch.at(-1)!.now, 2 * (this.#sinceCleared + batch.length));
        return rows;
      },
      { concurrent: true },
    );
    this.#sinceCleared = clear ? 0 : this.#sinceCleared + batch.length;
    return new Set(fresh.map(({ hotkey, nonce }) => keyOf(hotkey, nonce)));
  }
}

/** Of those that are there already only dead ones are taken over, in the one statement that also inserts. */
async function insertFresh(
  transaction: Transaction<IdentityTables>,
  batch: readonly Waiting[],
): Promise<readonly { hotkey: string; nonce: string }[]> {
  return await transaction
    .insertInto('used_nonces')
    .values(batch.map(({ hotkey, nonce, now, keepUntil }) => ({ hotkey, nonce, used_at: now, keep_until: keepUntil })))
    .onConflict((conflict) =>
      conflict
        .columns(['hotkey', 'nonce'])
        .doUpdateSet((row) => ({ used_at: row.ref('excluded.used_at'), keep_until: row.ref('excluded.keep_until') }))
        .whereRef('used_nonces.keep_until', '<', 'excluded.used_at'),
    )
    .returning(['hotkey', 'nonce'])
    .execute();
}

async function clearDead(transaction: Transaction<IdentityTables>, now: number, most: number): Promise<void> {
  const dead = transaction
    .selectFrom('used_nonces')
    .select(['hotkey', 'nonce'])
    .where('keep_until', '<', now - CLOCK_ALLOWANCE_MILLISECONDS)
    .orderBy('keep_until')
    .limit(most);
  await transaction
    .deleteFrom('used_nonces')
    .where(({ eb, refTuple }) => {
      return eb(refTuple('hotkey', 'nonce'), 'in', skipLocked(transaction, dead).$asTuple('hotkey', 'nonce'));
    })
    .execute();
}

/** No address holds a colon, so that two pairs never share a key. */
function keyOf(hotkey: string, nonce: string): string {
  return `${hotkey}:${nonce}`;
}
