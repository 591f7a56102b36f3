import type { Arena } from '../arena.ts';
import { completeItem } from './complete-item.ts';
import { runsOfItems } from './item-runs.ts';
import { tallyOf, usualRuns } from './tally.ts';

/**
 * Closes items that have waited long enough for one more opinion, using the existing ones. Items that a validator is
 * running now keep waiting.
 */
export async function settleDisagreements(arena: Arena): Promise<{ readonly settled: number }> {
  const timeout = arena.policy.queue.disagreementPatienceSeconds * 1_000;
  return await arena.database.withTransaction(async (transaction) => {
    const now = arena.now();
    const items = await transaction
      .selectFrom('work_items')
      .selectAll()
      .where('closed_at', 'is', null)
      .where('disagreement_at', '<=', now - timeout)
      .orderBy('disagreement_at')
      .execute();
    const runs = await runsOfItems(
      transaction,
      items.map(({ work_item_id }) => work_item_id),
    );
    let settled = 0;
    for (const item of items) {
      const { active, included } = tallyOf(runs.get(item.work_item_id) ?? []);
      if (active > 0 || included.length < usualRuns(item)) continue;
      await completeItem(transaction, item, included, { policy: arena.policy, now });
      settled++;
    }
    return { settled };
  });
}
