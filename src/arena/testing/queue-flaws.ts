import type { Reader } from '../../store/database.ts';
import { type ItemRun, runsOfItems, type WorkItem } from '../queue/item-runs.ts';
import { isActive, isComplete } from '../queue/run-status.ts';
import { tallyOf, usualRuns } from '../queue/tally.ts';
import { finalScoreOf } from '../race/combine-runs.ts';
import type { ArenaTables } from '../tables/arena-tables.ts';

type ArenaReader = Pick<Reader<ArenaTables>, 'selectFrom'>;

/**
 * What in the queue contradicts its own rules, in sentences; nothing, as long as we have made no mistake. For tests under
 * load, and for an operator who wants to know. Reads everything there is, so ask within a snapshot and not often.
 */
export async function queueFlaws(reader: ArenaReader): Promise<string[]> {
  const items = await reader.selectFrom('work_items').selectAll().execute();
  const runs = await runsOfItems(
    reader,
    items.map(({ work_item_id }) => work_item_id),
  );
  const flaws = items.flatMap((item) =>
    flawsOfItem(item, runs.get(item.work_item_id) ?? []).map((flaw) => `Item ${item.work_item_id}: ${flaw}`),
  );
  return [
    ...flaws,
    ...(await flawsOfValidators(reader, [...runs.values()].flat())),
    ...(await flawsOfEntries(reader, items, runs)),
  ];
}

function flawsOfItem(item: WorkItem, runs: readonly ItemRun[]): string[] {
  const { active, included } = tallyOf(runs);
  const counting = runs.filter(({ status, is_included }) => isActive(status) || is_included);
  const closed = item.closed_at !== null;
  const rules: [boolean, string][] = [
    [active + included.length <= item.required_successes, 'more runs are under way or count than it requires'],
    [
      new Set(counting.map(({ validator_hotkey }) => validator_hotkey)).size === counting.length,
      'one validator counts twice',
    ],
    [included.every(({ status, score }) => status === 'SUCCESS' && score !== null), 'a run counts that has no score'],
    [included.every(({ invalidated_at }) => invalidated_at === null), 'a run counts that was struck out'],
    [runs.every(({ status, completed_at }) => !isComplete(status) || completed_at !== null), 'a run ended at no time'],
    [closed === (item.close_reason !== null), 'it is closed without a reason, or has one without being closed'],
    [!closed || active === 0, 'it is closed while a run is under way'],
    [item.close_reason !== 'complete' || included.length >= usualRuns(item), 'it is complete with too few runs'],
    [closed || included.length < item.required_successes, 'it is open although it has every run that it requires'],
  ];
  return rules.filter(([holds]) => !holds).map(([, flaw]) => flaw);
}

async function flawsOfValidators(reader: ArenaReader, runs: readonly ItemRun[]): Promise<string[]> {
  const validators = await reader.selectFrom('validators').select(['hotkey', 'max_concurrent_runs']).execute();
  const most = new Map(validators.map(({ hotkey, max_concurrent_runs }) => [hotkey, max_concurrent_runs]));
  const held = Map.groupBy(
    runs.filter(({ status }) => isActive(status)),
    ({ validator_hotkey }) => validator_hotkey,
  );
  return [...held]
    .filter(([hotkey, { length }]) => length > (most.get(hotkey) ?? 0))
    .map(([hotkey, { length }]) => `Validator ${hotkey}: it holds ${length} runs.`);
}

/** A version's score on a suite is the median of its newest item, and it has none while that is not complete. */
async function flawsOfEntries(
  reader: ArenaReader,
  items: readonly WorkItem[],
  runs: ReadonlyMap<string, readonly ItemRun[]>,
): Promise<string[]> {
  const entries = await reader.selectFrom('entries').selectAll().execute();
  const qualifying = Map.groupBy(
    items.filter(({ phase }) => phase === 'QUALIFYING'),
    ({ agent_version_id, suite_id }) => `${agent_version_id} on suite ${suite_id}`,
  );
  return entries.flatMap(({ agent_version_id, suite_id, final_score, eligible_at }) => {
    const key = `${agent_version_id} on suite ${suite_id}`;
    const newest = qualifying.get(key)?.toSorted((one, other) => other.round - one.round)[0];
    if (newest === undefined) return [];
    const { included } = tallyOf(runs.get(newest.work_item_id) ?? []);
    const expected = newest.close_reason === 'complete' ? finalScoreOf(included.map(({ score }) => score ?? 0)) : null;
    const holds = final_score === expected && (eligible_at === null) === (expected === null);
    return holds ? [] : [`Version ${key}: its score is ${final_score} where its runs give ${expected}.`];
  });
}
