import type { Selectable } from 'kysely';
import type { Reader } from '../../store/database.ts';
import type { ArenaTables } from '../tables/arena-tables.ts';

export type WorkItem = Selectable<ArenaTables['work_items']>;
export type Run = Selectable<ArenaTables['runs']>;

/** The columns of a run that affect its item. */
export type ItemRun = Pick<Run, (typeof COLUMNS)[number]>;

const COLUMNS = [
  'run_id',
  'work_item_id',
  'validator_hotkey',
  'status',
  'is_included',
  'score',
  'score_components',
  'failure_owner',
  'completed_at',
  'lease_expires_at',
  'invalidated_at',
] as const;

/** The runs of some items, by item, in order of completion. */
export async function runsOfItems(
  reader: Pick<Reader<ArenaTables>, 'selectFrom'>,
  itemIds: readonly string[],
): Promise<ReadonlyMap<string, readonly ItemRun[]>> {
  if (itemIds.length === 0) return new Map();
  const runs = await reader
    .selectFrom('runs')
    .select(COLUMNS)
    .where('work_item_id', 'in', itemIds)
    .orderBy('completed_at', (order) => order.asc().nullsLast())
    .orderBy('run_id')
    .execute();
  return Map.groupBy(runs, ({ work_item_id }) => work_item_id);
}
