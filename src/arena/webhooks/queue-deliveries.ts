import { randomUUID } from 'node:crypto';
import type { Transaction } from 'kysely';
import type { Event, Reader } from '../../store/database.ts';
import type { Arena } from '../arena.ts';
import type { ArenaTables } from '../tables/arena-tables.ts';
import { NOTICED_EVENTS, type Notice, type NoticeKind, noticesOf } from './notice.ts';
import type { StoredWebhook } from './stored-webhook.ts';

/** Events per transaction. */
const PAGE = 500;
/** Maximum pending deliveries per webhook; later ones are counted and dropped. */
const MOST_PENDING = 200;
/** How many ended deliveries are kept for their owner's list. */
const KEPT_ENDED = 50;

export interface QueueOptions {
  /** The arena's name, so that a receiver can distinguish several arenas. */
  readonly arenaName: string;
  /** The real clock. */
  readonly realNow: () => number;
  /** Whether a hotkey is registered on the chain, as far as known. */
  readonly isRegistered: (hotkey: string) => boolean;
}

/** Queues deliveries for every webhook affected by an event since the last call. Returns how many. */
export async function queueDeliveries(arena: Pick<Arena, 'database' | 'now'>, options: QueueOptions): Promise<number> {
  if (!(await hasNews(arena.database.reader))) return 0;
  for (let queued = 0; ; ) {
    const page = await arena.database.withTransaction((transaction) => queuePage(transaction, arena.now(), options));
    queued += page.queued;
    if (!page.hasMore) return queued;
  }
}

/** Called every few seconds, so it uses no transaction that would block others. */
async function hasNews(reader: Pick<Reader<ArenaTables>, 'selectFrom'>): Promise<boolean> {
  const progress = await reader.selectFrom('webhook_progress').select('sequence').executeTakeFirst();
  if (progress === undefined) return true;
  const news = await reader
    .selectFrom('events')
    .select('sequence')
    .where('sequence', '>', progress.sequence)
    .limit(1)
    .executeTakeFirst();
  return news !== undefined;
}

async function queuePage(transaction: Transaction<ArenaTables>, now: number, options: QueueOptions) {
  const head = await transaction
    .selectFrom('events')
    .select('sequence')
    .orderBy('sequence', 'desc')
    .limit(1)
    .executeTakeFirst();
  const last = head?.sequence ?? 0;
  const progress = await transaction.selectFrom('webhook_progress').select('sequence').executeTakeFirst();
  const webhooks = await entitledWebhooks(transaction, options);
  const from = progress?.sequence ?? last;
  const until = webhooks.length === 0 ? last : Math.min(last, from + PAGE);
  let queued = 0;
  if (webhooks.length > 0 && until > from) {
    const events = await transaction
      .selectFrom('events')
      .selectAll()
      .where('sequence', '>', from)
      .where('sequence', '<=', until)
      .where('what', 'in', NOTICED_EVENTS)
      .orderBy('sequence')
      .execute();
    for (const { happened_at, ...rest } of events) {
      queued += await queueEvent(transaction, webhooks, { ...rest, when: happened_at }, now, options);
    }
  }
  if (progress === undefined || until !== from) {
    await transaction
      .insertInto('webhook_progress')
      .values({ one: 1, sequence: until })
      .onConflict((conflict) => conflict.column('one').doUpdateSet({ sequence: until }))
      .execute();
  }
  return { queued, hasMore: until < last };
}

/** Webhooks that get notices now. An operator's webhook does not need a registered hotkey. */
async function entitledWebhooks(
  transaction: Transaction<ArenaTables>,
  { isRegistered }: Pick<QueueOptions, 'isRegistered'>,
): Promise<readonly StoredWebhook[]> {
  const webhooks = await transaction
    .selectFrom('webhooks')
    .selectAll()
    .where('disabled_at', 'is', null)
    .where(({ not, exists, selectFrom }) =>
      not(
        exists(
          selectFrom('bans')
            .select('bans.hotkey')
            .whereRef('bans.hotkey', '=', 'webhooks.hotkey')
            .where('role', '=', 'miner'),
        ),
      ),
    )
    .execute();
  return webhooks.filter(({ scope, hotkey }) => scope === 'arena' || isRegistered(hotkey));
}

async function queueEvent(
  transaction: Transaction<ArenaTables>,
  webhooks: readonly StoredWebhook[],
  event: Event,
  now: number,
  options: QueueOptions,
): Promise<number> {
  let queued = 0;
  for (const notice of noticesOf(event)) {
    for (const webhook of webhooks.filter((each) => isFor(each, notice, event.sequence))) {
      if (!(await hasRoom(transaction, webhook.webhook_id))) continue;
      const deliveryId = randomUUID();
      await insertDelivery(transaction, {
        deliveryId,
        webhookId: webhook.webhook_id,
        kind: notice.kind,
        sequence: event.sequence,
        body: deliveryBody(deliveryId, notice, event, options.arenaName),
        nextAt: options.realNow(),
        now,
      });
      queued++;
    }
  }
  return queued;
}

function isFor({ scope, hotkey, kinds, after_sequence }: StoredWebhook, notice: Notice, sequence: number): boolean {
  if (sequence <= after_sequence || !kinds.includes(notice.kind)) return false;
  return scope === 'arena' || notice.hotkey === null || notice.hotkey === hotkey;
}

async function hasRoom(transaction: Transaction<ArenaTables>, webhookId: string): Promise<boolean> {
  const waiting = await transaction
    .selectFrom('webhook_deliveries')
    .select(({ fn }) => fn.countAll<number>().as('count'))
    .where('webhook_id', '=', webhookId)
    .where('status', '=', 'pending')
    .executeTakeFirstOrThrow();
  if (Number(waiting.count) < MOST_PENDING) return true;
  await transaction
    .updateTable('webhooks')
    .set((eb) => ({ dropped: eb('dropped', '+', 1) }))
    .where('webhook_id', '=', webhookId)
    .execute();
  return false;
}

function deliveryBody(id: string, { kind, text, data }: Notice, event: Event, arena: string): string {
  const { sequence, hash, when } = event;
  const timestamp = new Date(when).toISOString();
  return JSON.stringify({ id, type: kind, timestamp, arena, text, data, ledger: { sequence, hash } });
}

export interface NewDelivery {
  readonly deliveryId: string;
  readonly webhookId: string;
  readonly kind: NoticeKind | 'test';
  readonly sequence: number | null;
  readonly body: string;
  readonly nextAt: number;
  readonly now: number;
}

export async function insertDelivery(transaction: Transaction<ArenaTables>, delivery: NewDelivery): Promise<void> {
  const { deliveryId, webhookId, kind, sequence, body, nextAt, now } = delivery;
  await transaction
    .insertInto('webhook_deliveries')
    .values({
      delivery_id: deliveryId,
      webhook_id: webhookId,
      kind,
      sequence,
      body,
      status: 'pending',
      attempts: 0,
      next_at: nextAt,
      created_at: now,
      ended_at: null,
      response: null,
    })
    .execute();
}

/** Deletes old ended deliveries of a webhook. */
export async function forgetEnded(transaction: Transaction<ArenaTables>, webhookId: string): Promise<void> {
  const old = await transaction
    .selectFrom('webhook_deliveries')
    .select('delivery_id')
    .where('webhook_id', '=', webhookId)
    .where('status', '!=', 'pending')
    .orderBy('created_at', 'desc')
    .orderBy('delivery_id')
    .offset(KEPT_ENDED)
    .limit(PAGE)
    .execute();
  if (old.length === 0) return;
  const ids = old.map(({ delivery_id }) => delivery_id);
  await transaction.deleteFrom('webhook_deliveries').where('delivery_id', 'in', ids).execute();
}
