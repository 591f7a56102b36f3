import type { Reader } from '../../store/database.ts';
import type { ArenaTables } from '../tables/arena-tables.ts';

/** Items that need runs, in claim order. A finished or cancelled race has none. */
export function openItems(reader: Pick<Reader<ArenaTables>, 'selectFrom'>) {
  return reader
    .selectFrom('work_items as item')
    .leftJoin('races', 'races.race_id', 'item.race_id')
    .selectAll('item')
    .where('item.closed_at', 'is', null)
    .where(({ eb, or }) => or([eb('item.race_id', '=', ''), eb('races.state', '=', 'race_running')]))
    .orderBy('item.priority', 'desc')
    .orderBy('item.queued_at')
    .orderBy('item.work_item_id');
}
