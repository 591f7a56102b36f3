import { randomUUID } from 'node:crypto';
import { Fault } from '../../fault/fault.ts';
import { appendEvent, json } from '../../store/database.ts';
import type { Arena } from '../arena.ts';
import { type OperatorAct, reasonOf } from '../operator/operator-act.ts';
import type { NoticeKind } from './notice.ts';
import { newWebhookSecret } from './sign-webhook.ts';
import { findWebhook, noSuchWebhook, sealTarget, type WebhookOwner } from './stored-webhook.ts';
import { parseWebhookUrl, type WebhookPolicy } from './webhook-policy.ts';

export interface NewWebhook {
  readonly hotkey: string;
  readonly scope: 'own' | 'arena';
  readonly url: string;
  readonly kinds: readonly NoticeKind[];
}

export interface AddedWebhook {
  readonly webhookId: string;
  readonly url: string;
  /** Shown once; the arena stores it sealed and never shows it again. */
  readonly secret: string;
}

/** Registers a URL for notices of events from now on. */
export async function addWebhook(
  { database, secret, now }: Pick<Arena, 'database' | 'secret' | 'now'>,
  { hotkey, scope, url: text, kinds }: NewWebhook,
  policy: WebhookPolicy,
): Promise<AddedWebhook> {
  const url = parseWebhookUrl(text, policy);
  const webhookId = randomUUID();
  const target = { url: url.href, secret: newWebhookSecret() };
  await database.withTransaction(async (transaction) => {
    const own = await transaction
      .selectFrom('webhooks')
      .select('webhook_id')
      .where('hotkey', '=', hotkey)
      .where('scope', '=', scope)
      .execute();
    if (own.length >= policy.perHotkey) {
      throw new Fault('WEBHOOK_REFUSED', {
        message: `This hotkey has ${own.length} webhooks; more are not accepted.`,
        remedy: 'Remove one first: `assay webhook remove ID`.',
      });
    }
    const newest = await transaction
      .selectFrom('events')
      .select('sequence')
      .orderBy('sequence', 'desc')
      .limit(1)
      .executeTakeFirst();
    await transaction
      .insertInto('webhooks')
      .values({
        webhook_id: webhookId,
        hotkey,
        scope,
        kinds: json([...new Set(kinds)]),
        host: url.host,
        sealed: sealTarget(secret, webhookId, target),
        created_at: now(),
        after_sequence: newest?.sequence ?? 0,
        failed_in_a_row: 0,
        dropped: 0,
        disabled_at: null,
      })
      .execute();
  });
  return { webhookId, ...target };
}

/** Removes a webhook and the record of its deliveries. A delivery in progress may still arrive. */
export async function removeWebhook(
  { database }: Pick<Arena, 'database'>,
  webhookId: string,
  owner: WebhookOwner,
): Promise<void> {
  await database.withTransaction(async (transaction) => {
    await findWebhook(transaction, webhookId, owner);
    await transaction.deleteFrom('webhook_deliveries').where('webhook_id', '=', webhookId).execute();
    await transaction.deleteFrom('webhooks').where('webhook_id', '=', webhookId).execute();
  });
}

/** Removes any webhook on behalf of an operator. The ledger records it without the URL. */
export async function removeWebhookByOperator(
  { database, now }: Pick<Arena, 'database' | 'now'>,
  webhookId: string,
  act: OperatorAct,
): Promise<void> {
  const why = reasonOf(act);
  await database.withTransaction(async (transaction) => {
    await transaction.deleteFrom('webhook_deliveries').where('webhook_id', '=', webhookId).execute();
    const removed = await transaction
      .deleteFrom('webhooks')
      .where('webhook_id', '=', webhookId)
      .returning('hotkey')
      .executeTakeFirst();
    if (removed === undefined) throw noSuchWebhook(webhookId);
    await appendEvent(transaction, {
      who: act.who,
      what: 'hotkey.webhook_removed',
      when: now(),
      why,
      subject: `hotkey ${removed.hotkey}`,
      data: { hotkey: removed.hotkey, webhook_id: webhookId },
    });
  });
}
