import type { Reader } from '../../store/database.ts';
import type { ArenaTables } from '../tables/arena-tables.ts';
import type { WorkItem } from './item-runs.ts';

type ItemSets = Pick<WorkItem, 'work_item_id' | 'set_id'>;

/**
 * The problems of an item: its set and, in qualifying, its twins. `twin_of_item` is null for problems of the set. The
 * board joins only the set, so that it cannot show a twin.
 */
export function itemProblems(reader: Pick<Reader<ArenaTables>, 'selectFrom'>, { work_item_id, set_id }: ItemSets) {
  return reader
    .selectFrom('set_problems as problem')
    .leftJoin('item_twins as twin', (join) =>
      join
        .onRef('twin.set_id', '=', 'problem.set_id')
        .onRef('twin.problem_id', '=', 'problem.problem_id')
        .on('twin.work_item_id', '=', work_item_id),
    )
    .select(['problem.problem_id', 'twin.work_item_id as twin_of_item'])
    .where(({ eb, or }) => or([eb('problem.set_id', '=', set_id), eb('twin.work_item_id', 'is not', null)]))
    .where(({ eb, or, selectFrom }) =>
      or([
        eb('problem.set_id', '=', set_id),
        eb(
          'problem.set_id',
          'in',
          selectFrom('item_twins as own').select('own.set_id').where('own.work_item_id', '=', work_item_id),
        ),
      ]),
    );
}

export async function itemSize(reader: Pick<Reader<ArenaTables>, 'selectFrom'>, item: ItemSets): Promise<number> {
  return (await itemProblems(reader, item).execute()).length;
}

/** Sizes of many items at once, by item. */
export async function itemSizes(
  reader: Pick<Reader<ArenaTables>, 'selectFrom'>,
  items: readonly ItemSets[],
): Promise<ReadonlyMap<string, number>> {
  if (items.length === 0) return new Map();
  const sets = await reader
    .selectFrom('problem_sets')
    .select(['set_id', 'size'])
    .where('set_id', 'in', [...new Set(items.map(({ set_id }) => set_id))])
    .execute();
  const twins = await reader
    .selectFrom('item_twins')
    .select(({ fn }) => ['work_item_id', fn.countAll<number>().as('twins')])
    .where('work_item_id', 'in', [...new Set(items.map(({ work_item_id }) => work_item_id))])
    .groupBy('work_item_id')
    .execute();
  const sizeOf = new Map(sets.map(({ set_id, size }) => [set_id, size]));
  const twinsOf = new Map(twins.map((row) => [row.work_item_id, row.twins]));
  return new Map(
    items.map(({ work_item_id, set_id }) => [
      work_item_id,
      (sizeOf.get(set_id) ?? 0) + (twinsOf.get(work_item_id) ?? 0),
    ]),
  );
}

/** Ids of an item's public problems; twins are never public. */
export async function publicProblems(
  reader: Pick<Reader<ArenaTables>, 'selectFrom'>,
  item: ItemSets & Pick<WorkItem, 'suite_id'>,
): Promise<ReadonlySet<string>> {
  const suite = await reader
    .selectFrom('suites')
    .select('is_public')
    .where('suite_id', '=', item.suite_id)
    .executeTakeFirst();
  if (!suite?.is_public) return new Set();
  const problems = await itemProblems(reader, item).execute();
  return new Set(problems.flatMap(({ problem_id, twin_of_item }) => (twin_of_item === null ? [problem_id] : [])));
}
