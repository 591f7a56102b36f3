import type { Reader } from '../../store/database.ts';
import { finalScoreOf } from '../race/combine-runs.ts';
import type { ArenaTables } from '../tables/arena-tables.ts';
import { type ItemRun, runsOfItems, type WorkItem } from './item-runs.ts';
import { isActive, isComplete } from './run-status.ts';
import { tallyOf, usualRuns } from './tally.ts';

type ArenaReader = Pick<Reader<ArenaTables>, 'selectFrom'>;

/** Databases limit the number of parameters. */
const ITEMS_AT_ONCE = 500;

export interface QueueFlaw {
  /** Such as `work item 7f3a…`. */
  readonly subject: string;
  readonly flaw: string;
}

/**
 * Finds contradictions to the queue's rules; there are none unless the code has a bug. Reads the whole queue, so call
 * it rarely and inside a snapshot.
 */
export async function queueFlaws(
  reader: ArenaReader,
): Promise<{ readonly items: number; readonly flaws: readonly QueueFlaw[] }> {
  const items = await reader.selectFrom('work_items').selectAll().execute();
  const runs = new Map<string, readonly ItemRun[]>();
  for (let start = 0; start < items.length; start += ITEMS_AT_ONCE) {
    const some = items.slice(start, start + ITEMS_AT_ONCE).map(({ work_item_id }) => work_item_id);
    for (const [itemId, of] of await runsOfItems(reader, some)) runs.set(itemId, of);
  }
  const flaws = items.flatMap((item) =>
    flawsOfItem(item, runs.get(item.work_item_id) ?? []).map((flaw) => ({
      subject: `work item ${item.work_item_id}`,
      flaw,
    })),
  );
  return { items: items.length, flaws: [...flaws, ...(await flawsOfEntries(reader, items, runs))] };
}

function flawsOfItem(item: WorkItem, runs: readonly ItemRun[]): string[] {
  const { active, included } = tallyOf(runs);
  const counting = runs.filter(({ status, is_included }) => isActive(status) || is_included);
  const struckOut = runs.filter(({ status, invalidated_at }) => status === 'SUCCESS' && invalidated_at !== null).length;
  const closed = item.closed_at !== null;
  const rules: [boolean, string][] = [
    [active + included.length <= item.required_successes, 'more runs are active or count than it requires'],
    [
      new Set(counting.map(({ validator_hotkey }) => validator_hotkey)).size === counting.length,
      'one validator counts twice',
    ],
    [included.every(({ status, score }) => status === 'SUCCESS' && score !== null), 'a run counts that has no score'],
    [included.every(({ invalidated_at }) => invalidated_at === null), 'an invalidated run counts'],
    [
      runs.every(({ status, completed_at }) => !isComplete(status) || completed_at !== null),
      'an ended run has no end time',
    ],
    [closed === (item.close_reason !== null), 'it is closed without a reason, or has one without being closed'],
    [!closed || active === 0, 'it is closed while a run is active'],
    // A decided race keeps its scores when a run is invalidated.
    [
      item.close_reason !== 'complete' || included.length + struckOut >= usualRuns(item),
      'it is complete with too few runs',
    ],
    [closed || included.length < item.required_successes, 'it is open although it has every run that it requires'],
  ];
  return rules.filter(([holds]) => !holds).map(([, flaw]) => flaw);
}

/** A version's score on a suite is the median of its newest item; it has none while that item is not complete. */
async function flawsOfEntries(
  reader: ArenaReader,
  items: readonly WorkItem[],
  runs: ReadonlyMap<string, readonly ItemRun[]>,
): Promise<QueueFlaw[]> {
  const entries = await reader.selectFrom('entries').selectAll().execute();
  const qualifying = Map.groupBy(
    items.filter(({ phase }) => phase === 'QUALIFYING'),
    ({ agent_version_id, suite_id }) => `${agent_version_id} on suite ${suite_id}`,
  );
  return entries.flatMap((entry) => {
    const { agent_version_id, suite_id, final_score, eligible_at } = entry;
    const key = `${agent_version_id} on suite ${suite_id}`;
    const newest = qualifying.get(key)?.toSorted((one, other) => other.round - one.round)[0];
    if (newest === undefined) return [];
    const { included } = tallyOf(runs.get(newest.work_item_id) ?? []);
    const expected = newest.close_reason === 'complete' ? finalScoreOf(included.map(({ score }) => score ?? 0)) : null;
    // The score before the twin and agency policies were applied.
    const median = final_score === null ? null : (entry.score_on_public ?? entry.score_without_agency ?? final_score);
    if (median === expected && (eligible_at === null) === (expected === null)) return [];
    return [{ subject: `version ${key}`, flaw: `its score is ${median} where its runs give ${expected}` }];
  });
}
