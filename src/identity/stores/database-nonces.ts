import { setImmediate as nextTurn } from 'node:timers/promises';
import type { Transaction } from 'kysely';
import type { Database } from '../../store/database.ts';
import type { NonceOutcome, NonceSpan, Nonces } from '../request/nonces.ts';
import { CLOCK_ALLOWANCE_MILLISECONDS } from './clock-allowance.ts';
import type { IdentityTables } from './identity-tables.ts';
import { skipLocked } from './skip-locked.ts';

/** Enough to amortise a commit; a SQLite statement accepts 32,766 values. */
const MOST_AT_ONCE = 500;
const CLEAR_EVERY = 100;

interface Waiting {
  readonly hotkey: string;
  readonly nonce: string;
  readonly now: number;
  readonly keepUntil: number;
  readonly answer: PromiseWithResolvers<NonceOutcome>;
}

/**
 * `echoes` are repetitions of the same nonce in the same second: they are refused whether or not the first is accepted.
 */
type Leading = Waiting & { readonly echoes: Waiting[] };

/**
 * Shared by all processes that use the database. A commit has to reach the disk and every signed request waits for one,
 * so requests that arrive during a commit share the next. Never returns `full`: each clearing deletes more expired
 * nonces than arrived since the last.
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
      // SQLite calls block the event loop, so this lets the requests that have already arrived join the batch.
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

  /** Each nonce of a hotkey once, because a statement may change a row only once. */
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
    // The same order in every process prevents deadlocks.
    return [...batch].toSorted(([one], [other]) => (one < other ? -1 : 1)).map(([, entry]) => entry);
  }

  async #registerAll(batch: readonly Waiting[]): Promise<ReadonlySet<string>> {
    const clear = this.#sinceCleared + batch.length >= CLEAR_EVERY;
    const fresh = await this.#database.withTransaction(
      async (transaction) => {
        const rows = await insertFresh(transaction, batch);
        // Runs last and skips locked rows, so it never waits.
        if (clear) await clearDead(transaction, batch.at(-1)!.now, 2 * (this.#sinceCleared + batch.length));
        return rows;
      },
      { concurrent: true },
    );
    this.#sinceCleared = clear ? 0 : this.#sinceCleared + batch.length;
    return new Set(fresh.map(({ hotkey, nonce }) => keyOf(hotkey, nonce)));
  }
}

/** Of the nonces already stored, only expired ones are replaced, in the statement that also inserts. */
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

/** Unambiguous, because an address contains no colon. */
function keyOf(hotkey: string, nonce: string): string {
  return `${hotkey}:${nonce}`;
}
