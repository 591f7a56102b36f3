import type { Reader } from '../../store/database.ts';
import type { ArenaTables } from '../tables/arena-tables.ts';
import type { WorkItem } from './item-runs.ts';
import { openItems } from './open-items.ts';
import { ACTIVE_STATUSES } from './run-status.ts';

export interface QueuedItem extends WorkItem {
  readonly active_count: number;
  readonly success_count: number;
}

/** All items that are being evaluated or waiting, in claim order. */
export async function queueLine(reader: Pick<Reader<ArenaTables>, 'selectFrom'>): Promise<QueuedItem[]> {
  return await openItems(reader)
    .leftJoin('runs', 'runs.work_item_id', 'item.work_item_id')
    .select(({ fn }) => [
      fn.count<number>('runs.run_id').filterWhere('runs.status', 'in', ACTIVE_STATUSES).as('active_count'),
      fn.count<number>('runs.run_id').filterWhere('runs.is_included', '=', true).as('success_count'),
    ])
    .groupBy('item.work_item_id')
    .execute();
}

/** How many more validators an item needs now. */
export function stillWanted({
  required_successes,
  active_count,
  success_count,
}: Pick<QueuedItem, 'required_successes' | 'active_count' | 'success_count'>): number {
  return Math.max(0, required_successes - active_count - success_count);
}
