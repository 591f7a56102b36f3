import type { Arena } from '../../arena/arena.ts';
import { openTarget } from '../../arena/submission.ts';
import { toTimestamp, toTimestampOrNull } from '../wire/timestamp.ts';
import type { WebhooksWire } from '../wire/webhook-wire.ts';

const SHOWN_DELIVERIES = 20;

/** The webhooks of one hotkey with their latest deliveries, newest first. */
export async function ownWebhooks(
  { database, secret }: Pick<Arena, 'database' | 'secret'>,
  hotkey: string,
): Promise<WebhooksWire> {
  return await database.withSnapshot(async (reader) => {
    const rows = await reader
      .selectFrom('webhooks')
      .selectAll()
      .where('hotkey', '=', hotkey)
      .orderBy('created_at')
      .orderBy('webhook_id')
      .execute();
    const webhooks: WebhooksWire['webhooks'] = [];
    for (const row of rows) {
      const deliveries = await reader
        .selectFrom('webhook_deliveries')
        .selectAll()
        .where('webhook_id', '=', row.webhook_id)
        .orderBy('created_at', 'desc')
        .orderBy('delivery_id')
        .limit(SHOWN_DELIVERIES)
        .execute();
      webhooks.push({
        webhook_id: row.webhook_id,
        url: openTarget(secret, row)?.url ?? `https://${row.host}/`,
        events: [...row.kinds],
        created_at: toTimestamp(row.created_at),
        disabled_at: toTimestampOrNull(row.disabled_at),
        dropped: row.dropped,
        deliveries: deliveries.map(({ delivery_id, kind, sequence, status, attempts, response, ...at }) => ({
          delivery_id,
          event: kind,
          sequence,
          status,
          attempts,
          created_at: toTimestamp(at.created_at),
          ended_at: toTimestampOrNull(at.ended_at),
          response,
        })),
      });
    }
    return { webhooks };
  });
}
