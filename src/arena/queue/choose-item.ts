import type { Transaction } from 'kysely';
import type { ArenaTables } from '../tables/arena-tables.ts';
import { eligibilityFor } from './eligibility.ts';
import { runsOfItems, type WorkItem } from './item-runs.ts';
import { openItems } from './open-items.ts';
import type { SettleContext } from './settle-item.ts';

/** Usually one of the first few items fits, and thousands may wait behind them. */
const PAGE = 50;

/**
 * Chooses the next item for a validator: highest priority first, then items it has never failed on, then the longest
 * wait. `undefined` if there is none.
 */
export async function chooseItem(
  transaction: Transaction<ArenaTables>,
  hotkey: string,
  { policy, now }: SettleContext,
): Promise<WorkItem | undefined> {
  let secondChoice: WorkItem | undefined;
  for (let offset = 0; ; offset += PAGE) {
    const page = await openItems(transaction)
      .innerJoin('agent_versions as version', 'version.agent_version_id', 'item.agent_version_id')
      // A validator does not grade its own submission.
      .where('version.hotkey', '!=', hotkey)
      .offset(offset)
      .limit(PAGE)
      .execute();
    const runs = await runsOfItems(
      transaction,
      page.map(({ work_item_id }) => work_item_id),
    );
    for (const item of page) {
      if (secondChoice !== undefined && item.priority < secondChoice.priority) return secondChoice;
      const eligibility = eligibilityFor(hotkey, item, runs.get(item.work_item_id) ?? [], policy.queue, now);
      if (eligibility === 'untried') return item;
      if (eligibility === 'once more') secondChoice ??= item;
    }
    if (page.length < PAGE) return secondChoice;
  }
}
