import { randomUUID } from 'node:crypto';
import type { Selectable } from 'kysely';
import { Fault } from '../../fault/fault.ts';
import { type Backoff, backoffDelay } from '../../net/backoff.ts';
import { ConcurrencyLimit } from '../../net/concurrency-limit.ts';
import { type PostOutcome, postOutside, type Resolve } from '../../net/post-outside.ts';
import type { Arena } from '../arena.ts';
import type { ArenaTables } from '../tables/arena-tables.ts';
import { forgetEnded, insertDelivery, queueDeliveries } from './queue-deliveries.ts';
import { webhookHeaders } from './sign-webhook.ts';
import { findWebhook, openTarget, type StoredWebhook, type WebhookOwner } from './stored-webhook.ts';
import type { WebhookPolicy } from './webhook-policy.ts';

type Delivery = Selectable<ArenaTables['webhook_deliveries']>;
/** Without the secret that an address was sealed with there is no attempt: a fault of the operator, not the receiver. */
type Posted = PostOutcome | { readonly failure: 'address not decryptable' };
type SenderArena = Pick<Arena, 'database' | 'secret' | 'now'>;

export interface SenderOptions {
  readonly arenaName: string;
  readonly policy: WebhookPolicy;
  /**
   * Whether a hotkey is registered on the chain, as far as known; without registration, notices of later events are not
   * sent.
   */
  readonly isRegistered: (hotkey: string) => boolean;
  /** Real time in milliseconds since 1970: receivers do not follow the arena's clock, which may run faster. */
  readonly realNow?: () => number;
  readonly resolve?: Resolve;
  readonly backoff?: Backoff;
  readonly timeoutMilliseconds?: number;
}

/** Ten attempts over an hour and a half. */
const MOST_ATTEMPTS = 10;
const BACKOFF: Backoff = { first: 10_000, longest: 3_600_000, jitter: [0.8, 1.2] };
/** A receiver may request a longer pause than ours, up to this. */
const LONGEST_PAUSE_MILLISECONDS = 6 * 3_600_000;
const TIMEOUT_MILLISECONDS = 10_000;
/** Longer than an attempt takes: until then no other process claims the same delivery. */
const CLAIM_MILLISECONDS = 60_000;
const AT_ONCE = 32;
const TESTS_AT_ONCE = 4;
/** Even if every receiver times out, a round ends long before a claim does. */
const ROUND = 64;
/** Per hotkey and round, so that slow receivers of one hotkey cannot delay those of others. */
const MOST_OF_A_HOTKEY = 2;
/** A webhook is disabled after this many failed deliveries in a row. */
const MOST_FAILED_IN_A_ROW = 5;
const GONE = 410;
const TEST_PAUSE_MILLISECONDS = 10_000;

export interface Attempted {
  readonly delivered: boolean;
  /** An HTTP status, or why there was none. */
  readonly response: string;
}

/**
 * Sends queued deliveries, several at once. Deliveries and the time of their next attempt are in the database, so a
 * restart loses none. A receiver may get a delivery twice and can recognise it by its id.
 */
export class WebhookSender {
  readonly #arena: SenderArena;
  readonly #options: Required<Omit<SenderOptions, 'resolve'>> & Pick<SenderOptions, 'resolve'>;
  readonly #limit = new ConcurrencyLimit(AT_ONCE);
  readonly #tests = new ConcurrencyLimit(TESTS_AT_ONCE);
  readonly #stopped = new AbortController();
  #round: Promise<void> | undefined;

  constructor(arena: SenderArena, options: SenderOptions) {
    this.#arena = arena;
    this.#options = { realNow: Date.now, backoff: BACKOFF, timeoutMilliseconds: TIMEOUT_MILLISECONDS, ...options };
  }

  /** Queues new deliveries and starts sending, without waiting for receivers: other housekeeping comes after this. */
  async run(onError: (error: unknown) => void): Promise<void> {
    await queueDeliveries(this.#arena, this.#options);
    if (this.#stopped.signal.aborted) return;
    this.#round ??= this.#sendAllDue()
      .then(() => {}, onError)
      .finally(() => {
        this.#round = undefined;
      });
  }

  /**
   * Sends round after round; each has only a few deliveries per hotkey. Failed deliveries are due later, so this ends.
   */
  async #sendAllDue(): Promise<void> {
    while ((await this.sendDue()) > 0 && !this.#stopped.signal.aborted);
  }

  /** Sends a round of due deliveries. Returns the number of attempts. */
  async sendDue(): Promise<number> {
    const due = await this.#claimDue();
    await Promise.all(due.map((delivery) => this.#limit.run(() => this.#attempt(delivery))));
    return due.length;
  }

  /** Sends one test to a webhook immediately. */
  async test(webhookId: string, owner: WebhookOwner): Promise<Attempted> {
    const deliveryId = randomUUID();
    const now = this.#arena.now();
    const realNow = this.#options.realNow();
    const webhook = await this.#arena.database.withTransaction(async (transaction) => {
      const found = await findWebhook(transaction, webhookId, owner);
      const last = await transaction
        .selectFrom('webhook_deliveries')
        .select('next_at')
        .where('webhook_id', '=', webhookId)
        .where('kind', '=', 'test')
        .orderBy('next_at', 'desc')
        .limit(1)
        .executeTakeFirst();
      // The `next_at` of a claimed test is in the future.
      const wait = last === undefined ? 0 : last.next_at + TEST_PAUSE_MILLISECONDS - CLAIM_MILLISECONDS - realNow;
      // A longer wait was written by a wrong clock.
      if (wait > 0 && wait <= TEST_PAUSE_MILLISECONDS) throw tooSoon(wait);
      const timestamp = new Date(now).toISOString();
      const { arenaName: arena } = this.#options;
      const text = 'This is a test of your webhook.';
      const body = JSON.stringify({ id: deliveryId, type: 'test', timestamp, arena, text, data: {} });
      // Claimed from the start: this process makes the only attempt.
      const nextAt = realNow + CLAIM_MILLISECONDS;
      await insertDelivery(transaction, { deliveryId, webhookId, kind: 'test', sequence: null, body, nextAt, now });
      const delivery = await transaction
        .selectFrom('webhook_deliveries')
        .selectAll()
        .where('delivery_id', '=', deliveryId)
        .executeTakeFirstOrThrow();
      return { found, delivery };
    });
    const outcome = await this.#tests.run(() => this.#post(webhook.found, webhook.delivery));
    await this.#end(webhook.delivery, isDelivered(outcome) ? 'delivered' : 'failed', outcome, 1);
    return { delivered: isDelivered(outcome), response: responseOf(outcome) };
  }

  /** Aborts attempts in progress; they are repeated after the next start. */
  async stop(): Promise<void> {
    this.#stopped.abort();
    await this.settled();
  }

  /** Resolves when nothing is being sent. */
  async settled(): Promise<void> {
    await this.#round;
  }

  async #claimDue(): Promise<Delivery[]> {
    const { database } = this.#arena;
    const now = this.#options.realNow();
    // A time beyond the longest pause was written by a wrong clock.
    const latest = now + LONGEST_PAUSE_MILLISECONDS + CLAIM_MILLISECONDS;
    const due = database.reader
      .selectFrom('webhook_deliveries as delivery')
      .innerJoin('webhooks', 'webhooks.webhook_id', 'delivery.webhook_id')
      .select(['delivery.delivery_id', 'delivery.next_at'])
      .select(({ fn }) =>
        fn
          .agg<number>('row_number')
          .over((over) =>
            over.partitionBy('webhooks.hotkey').orderBy('delivery.next_at').orderBy('delivery.delivery_id'),
          )
          .as('place'),
      )
      .where('delivery.status', '=', 'pending')
      .where(({ eb, or }) => or([eb('delivery.next_at', '<=', now), eb('delivery.next_at', '>', latest)]));
    const waiting = await database.reader
      .selectFrom(due.as('due'))
      .select('delivery_id')
      .where('place', '<=', MOST_OF_A_HOTKEY)
      .orderBy('next_at')
      .limit(ROUND)
      .execute();
    if (waiting.length === 0) return [];
    const ids = waiting.map(({ delivery_id }) => delivery_id);
    return await database.withTransaction(
      async (transaction) =>
        await transaction
          .updateTable('webhook_deliveries')
          .set({ next_at: now + CLAIM_MILLISECONDS })
          .where('delivery_id', 'in', ids)
          .where('status', '=', 'pending')
          // Deliveries that another process has claimed meanwhile are left to it.
          .where(({ eb, or }) => or([eb('next_at', '<=', now), eb('next_at', '>', latest)]))
          .returningAll()
          .execute(),
    );
  }

  async #attempt(delivery: Delivery): Promise<void> {
    const { database } = this.#arena;
    if (this.#stopped.signal.aborted) return;
    const webhook = await database.reader
      .selectFrom('webhooks')
      .selectAll()
      .where('webhook_id', '=', delivery.webhook_id)
      .executeTakeFirst();
    if (webhook === undefined) return;
    const outcome = await this.#post(webhook, delivery);
    // The attempt was aborted, not rejected.
    if (this.#stopped.signal.aborted && !isDelivered(outcome)) return;
    const attempts = delivery.attempts + 1;
    if (isDelivered(outcome)) return await this.#end(delivery, 'delivered', outcome, attempts);
    const isGone = 'status' in outcome && outcome.status === GONE;
    // A test has only one attempt, even if its process ended before it finished.
    const isLast = attempts >= MOST_ATTEMPTS || delivery.kind === 'test';
    if (isGone || isLast) return await this.#end(delivery, 'failed', outcome, attempts, isGone);
    await this.#postpone(delivery, outcome, attempts);
  }

  async #post(webhook: StoredWebhook, { delivery_id: id, body }: Delivery): Promise<Posted> {
    const target = openTarget(this.#arena.secret, webhook);
    if (target === undefined) return { failure: 'address not decryptable' };
    const timestamp = Math.floor(this.#options.realNow() / 1_000);
    const headers = { ...webhookHeaders(target.secret, { id, timestamp, body }), 'user-agent': 'assay-webhook' };
    const { policy, timeoutMilliseconds, resolve } = this.#options;
    const rules = { allowedNetworks: policy.allowedNetworks, timeoutMilliseconds, resolve };
    return await postOutside({ url: new URL(target.url), headers, body, signal: this.#stopped.signal }, rules);
  }

  async #postpone(delivery: Delivery, outcome: Posted, attempts: number): Promise<void> {
    const asked = 'status' in outcome ? outcome.retryAfterMilliseconds : null;
    const pause = Math.min(
      LONGEST_PAUSE_MILLISECONDS,
      Math.max(asked ?? 0, backoffDelay(attempts, this.#options.backoff)),
    );
    await this.#arena.database.withTransaction(async (transaction) => {
      await transaction
        .updateTable('webhook_deliveries')
        .set({ attempts, next_at: Math.round(this.#options.realNow() + pause), response: responseOf(outcome) })
        .where('delivery_id', '=', delivery.delivery_id)
        .execute();
    });
  }

  async #end(
    { delivery_id, webhook_id, kind }: Delivery,
    status: 'delivered' | 'failed',
    outcome: Posted,
    attempts: number,
    isGone = false,
  ): Promise<void> {
    const now = this.#arena.now();
    await this.#arena.database.withTransaction(async (transaction) => {
      await transaction
        .updateTable('webhook_deliveries')
        .set({ status, attempts, ended_at: now, response: responseOf(outcome) })
        .where('delivery_id', '=', delivery_id)
        .execute();
      await forgetEnded(transaction, webhook_id);
      if (kind === 'test') return;
      const webhook = await transaction
        .updateTable('webhooks')
        .set((eb) => ({ failed_in_a_row: status === 'delivered' ? 0 : eb('failed_in_a_row', '+', 1) }))
        .where('webhook_id', '=', webhook_id)
        .returning('failed_in_a_row')
        .executeTakeFirst();
      if (!isGone && (webhook?.failed_in_a_row ?? 0) < MOST_FAILED_IN_A_ROW) return;
      await transaction
        .updateTable('webhooks')
        .set({ disabled_at: now })
        .where('webhook_id', '=', webhook_id)
        .where('disabled_at', 'is', null)
        .execute();
      await transaction
        .updateTable('webhook_deliveries')
        .set({ status: 'failed', ended_at: now, response: 'webhook disabled' })
        .where('webhook_id', '=', webhook_id)
        .where('status', '=', 'pending')
        .execute();
    });
  }
}

function isDelivered(outcome: Posted): boolean {
  return 'status' in outcome && outcome.status >= 200 && outcome.status < 300;
}

function responseOf(outcome: Posted): string {
  return 'status' in outcome ? `${outcome.status}` : outcome.failure;
}

function tooSoon(wait: number): Fault {
  const seconds = Math.ceil(wait / 1_000);
  return new Fault('RATE_LIMIT_EXCEEDED', {
    message: `A webhook can be tested every ${TEST_PAUSE_MILLISECONDS / 1_000} s; the next test is possible in ${seconds} s.`,
    remedy: 'Wait, and test it again.',
    extra: { remaining_seconds: seconds },
  });
}
