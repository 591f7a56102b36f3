import type { Transaction } from 'kysely';
import { weighScore } from '../agency/weigh-score.ts';
import { completeItem } from '../queue/complete-item.ts';
import { type ItemRun, runsOfItems, type WorkItem } from '../queue/item-runs.ts';
import type { SettleContext } from '../queue/settle-item.ts';
import { tallyOf, usualRuns } from '../queue/tally.ts';
import type { ArenaTables } from '../tables/arena-tables.ts';
import { finalScoreOf } from './combine-runs.ts';
import { noteRacerScored } from './note-racer-scored.ts';

/**
 * At the end of a race, scores racers about which enough validators have an opinion although their work is not complete. A
 * validator for which the agent itself could not be run found a score of 0. Left without a score, an incumbent would stay
 * champion by failing for one of three validators, after two have run it, and so would one about which they disagree.
 */
export async function scoreByOpinions(
  transaction: Transaction<ArenaTables>,
  raceId: string,
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
  for (const item of items) await scoreItem(transaction, item, runs.get(item.work_item_id) ?? [], settleContext);
}

async function scoreItem(
  transaction: Transaction<ArenaTables>,
  item: WorkItem,
  runs: readonly ItemRun[],
  settleContext: SettleContext,
): Promise<void> {
  const { included } = tallyOf(runs);
  const usual = usualRuns(item);
  if (included.length >= usual) {
    await completeItem(transaction, item, included, settleContext);
    return;
  }
  const having = new Set(included.map(({ validator_hotkey }) => validator_hotkey));
  const unable = new Set(
    runs
      .filter(({ failure_owner, invalidated_at }) => failure_owner === 'agent' && invalidated_at === null)
      .map(({ validator_hotkey }) => validator_hotkey),
  ).difference(having);
  if (unable.size === 0 || having.size + unable.size < usual) return;
  const scores = [...included.map(({ score }) => score!), ...Array.from(unable, () => 0)];
  const { policy, now } = settleContext;
  const reached = await weighScore(transaction, policy.agency, item.agent_version_id, finalScoreOf(scores)!);
  await noteRacerScored(transaction, item.race_id, item.agent_version_id, reached, now);
}
