import type { Selectable, Transaction } from 'kysely';
import { z } from 'zod';
import { Fault } from '../../fault/fault.ts';
import { parseJson } from '../../json/parse-json.ts';
import type { Reader } from '../../store/database.ts';
import type { ArenaSecret, SealedCounts } from '../arena-secret.ts';
import type { ArenaTables } from '../tables/arena-tables.ts';

export type StoredWebhook = Selectable<ArenaTables['webhooks']>;

/** URL and signing secret of deliveries. */
export interface WebhookTarget {
  readonly url: string;
  readonly secret: string;
}

const targetSchema = z.strictObject({ url: z.string(), secret: z.string() });

export function sealTarget(secret: ArenaSecret, webhookId: string, target: WebhookTarget): Uint8Array {
  return secret.seal(JSON.stringify(target), placeOf(webhookId));
}

/** `undefined` if no secret of the arena opens it. */
export function openTarget(
  secret: ArenaSecret,
  { webhook_id, sealed }: Pick<StoredWebhook, 'webhook_id' | 'sealed'>,
): WebhookTarget | undefined {
  const text = secret.unseal(sealed, placeOf(webhook_id));
  const json = text === undefined ? undefined : parseJson(text);
  return json?.ok === true ? targetSchema.safeParse(json.value).data : undefined;
}

/** Counts stored webhooks by the secret that opens them. */
export async function countWebhooks(
  reader: Pick<Reader<ArenaTables>, 'selectFrom'>,
  secret: ArenaSecret,
): Promise<SealedCounts<Pick<StoredWebhook, 'webhook_id' | 'hotkey'>>> {
  const rows = await reader
    .selectFrom('webhooks')
    .select(['webhook_id', 'hotkey', 'sealed'])
    .orderBy('webhook_id')
    .execute();
  return secret.count(rows, ({ webhook_id }) => placeOf(webhook_id));
}

/** Seals webhooks of earlier secrets with the current one. Returns how many. */
export async function resealWebhooks(transaction: Transaction<ArenaTables>, secret: ArenaSecret): Promise<number> {
  let resealed = 0;
  for (const row of await transaction.selectFrom('webhooks').selectAll().orderBy('webhook_id').execute()) {
    const place = placeOf(row.webhook_id);
    if (secret.sealedWith(row.sealed, place) !== 'earlier') continue;
    await transaction
      .updateTable('webhooks')
      .set({ sealed: secret.seal(secret.unseal(row.sealed, place)!, place) })
      .where('webhook_id', '=', row.webhook_id)
      .execute();
    resealed++;
  }
  return resealed;
}

/** Which webhooks a caller may change: those of their hotkey, or those that an operator added for the whole arena. */
export type WebhookOwner = { readonly hotkey: string } | 'arena';

export async function findWebhook(
  reader: Pick<Reader<ArenaTables>, 'selectFrom'>,
  webhookId: string,
  owner: WebhookOwner,
): Promise<StoredWebhook> {
  const row = await reader.selectFrom('webhooks').selectAll().where('webhook_id', '=', webhookId).executeTakeFirst();
  const isTheirs =
    row !== undefined &&
    (owner === 'arena' ? row.scope === 'arena' : row.scope === 'own' && row.hotkey === owner.hotkey);
  // The caller does not learn that a webhook of another hotkey exists.
  if (!isTheirs) throw noSuchWebhook(webhookId);
  return row;
}

export function noSuchWebhook(webhookId: string): Fault {
  return new Fault('WEBHOOK_NOT_FOUND', { message: `You have no webhook ${webhookId}.` });
}

function placeOf(webhookId: string): string {
  return `webhook ${webhookId}`;
}
