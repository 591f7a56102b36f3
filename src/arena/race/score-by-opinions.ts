import type { Transaction } from 'kysely';
import { completeItem } from '../queue/complete-item.ts';
import { type ItemRun, runsOfItems, type WorkItem } from '../queue/item-runs.ts';
import { isActive } from '../queue/run-status.ts';
import type { SettleContext } from '../queue/settle-item.ts';
import { tallyOf, usualRuns } from '../queue/tally.ts';
import type { ArenaTables } from '../tables/arena-tables.ts';

/**
 * At the end of a race, scores racers that enough validators have an opinion about although their work is not complete,
 * using the included runs. Without a score, an incumbent would stay champion by failing for one of three validators
 * after two have run it, or if validators disagree about it.
 *
 * A validator needs no evidence to blame a failure on the agent. So such a failure counts as an opinion but not as a
 * score, and the scored runs must be more than half of the usual number: no validator can take a racer's score away
 * with such a report.
 */
export async function scoreByOpinions(
  transaction: Transaction<ArenaTables>,
  raceId: string,
  racing: ReadonlySet<string>,
  settleContext: SettleContext,
): Promise<void> {
  const items = await transaction
    .selectFrom('work_items')
    .selectAll()
    .where('race_id', '=', raceId)
    .where('closed_at', 'is', null)
    .orderBy('work_item_id')
    .execute();
  const runs = await runsOfItems(
    transaction,
    items.map(({ work_item_id }) => work_item_id),
  );
  for (const item of items) {
    const all = runs.get(item.work_item_id) ?? [];
    const { included } = tallyOf(all);
    const isScored = racing.has(item.agent_version_id) && isEnough(item, included, all);
    if (isScored) await completeItem(transaction, item, included, settleContext);
  }
}

function isEnough(item: WorkItem, included: readonly ItemRun[], runs: readonly ItemRun[]): boolean {
  const usual = usualRuns(item);
  if (included.length >= usual) return true;
  if (included.length <= usual / 2) return false;
  const scored = new Set(included.map(({ validator_hotkey }) => validator_hotkey));
  return scored.union(validatorsBlamingAgent(runs)).size >= usual;
}

/**
 * Validators whose newest run blames the agent; a newer run overrides an older failure. Runs are ordered by their end,
 * open ones last.
 */
function validatorsBlamingAgent(runs: readonly ItemRun[]): ReadonlySet<string> {
  const valid = runs.filter(({ invalidated_at }) => invalidated_at === null);
  const newest = new Map(valid.map((run) => [run.validator_hotkey, run]));
  const blaming = [...newest.values()].filter((run) => !isActive(run.status) && run.failure_owner === 'agent');
  return new Set(blaming.map(({ validator_hotkey }) => validator_hotkey));
}
