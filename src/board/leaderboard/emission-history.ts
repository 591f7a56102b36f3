import { sql } from 'kysely';
import type { Arena } from '../../arena/arena.ts';
import { ListOrder } from '../paging/list-order.ts';
import { readPageAfter } from '../paging/read-page-after.ts';
import type { EmissionHistoryQuery, EmissionHistoryWire } from '../wire/emission-history-wire.ts';
import { toTimestamp } from '../wire/timestamp.ts';

const NEWEST_FIRST = new ListOrder<{ readonly epoch: number }>(
  'emission',
  [{ kind: 'integer', direction: 'desc' }],
  ({ epoch }) => [epoch],
);

/** The paid and burned shares of every epoch, as the arena fixed them for validators, newest first. */
export async function emissionHistory(
  { database }: Pick<Arena, 'database'>,
  query: EmissionHistoryQuery,
): Promise<EmissionHistoryWire> {
  return await database.withSnapshot(async (reader) => {
    const epochs = reader
      .selectFrom('weight_epochs')
      .select(['epoch', 'pinned_at', 'top_hotkey', 'share'])
      .orderBy('epoch', 'desc');
    const { rows, ...page } = await readPageAfter(epochs, query, NEWEST_FIRST, [sql.ref('weight_epochs.epoch')]);
    return {
      ...page,
      epochs: rows.map(({ epoch, pinned_at, top_hotkey, share }) => ({
        epoch,
        pinned_at: toTimestamp(pinned_at),
        top_hotkey,
        paid_share: share,
        burned_share: 1 - share,
      })),
    };
  });
}
