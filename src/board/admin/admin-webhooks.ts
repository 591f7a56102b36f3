import type { Arena } from '../../arena/arena.ts';
import { readPage } from '../paging/read-page.ts';
import type { PageQuery } from '../wire/paging.ts';
import { toTimestamp, toTimestampOrNull } from '../wire/timestamp.ts';
import type { AdminWebhooksWire } from '../wire/webhook-wire.ts';

/** All webhooks, for the operator. */
export async function adminWebhooks(
  { database }: Pick<Arena, 'database'>,
  query: PageQuery,
): Promise<AdminWebhooksWire> {
  return await database.withSnapshot(async (reader) => {
    const list = reader.selectFrom('webhooks').selectAll().orderBy('created_at').orderBy('webhook_id');
    const { rows, ...page } = await readPage(list, query);
    const waiting = await reader
      .selectFrom('webhook_deliveries')
      .select(['webhook_id', ({ fn }) => fn.countAll<number>().as('count')])
      .where('status', '=', 'pending')
      .groupBy('webhook_id')
      .execute();
    const pending = new Map(waiting.map(({ webhook_id, count }) => [webhook_id, Number(count)]));
    return {
      ...page,
      webhooks: rows.map((row) => ({
        webhook_id: row.webhook_id,
        hotkey: row.hotkey,
        scope: row.scope,
        host: row.host,
        events: [...row.kinds],
        created_at: toTimestamp(row.created_at),
        disabled_at: toTimestampOrNull(row.disabled_at),
        dropped: row.dropped,
        failed_in_a_row: row.failed_in_a_row,
        pending: pending.get(row.webhook_id) ?? 0,
      })),
    };
  });
}
