import type { Transaction } from 'kysely';
import { closeItem } from '../queue/close-item.ts';
import type { ArenaTables } from '../tables/arena-tables.ts';

/** Closes the items of a race to further runs and cancels active ones. Returns how many items were open. */
export async function closeRaceItems(
  transaction: Transaction<ArenaTables>,
  raceId: string,
  closing: { readonly who: string; readonly why: string; readonly now: number },
): Promise<number> {
  const open = await transaction
    .selectFrom('work_items')
    .selectAll()
    .where('race_id', '=', raceId)
    .where('closed_at', 'is', null)
    .orderBy('work_item_id')
    .execute();
  for (const item of open) await closeItem(transaction, item, { closeReason: 'cancelled', ...closing });
  return open.length;
}
