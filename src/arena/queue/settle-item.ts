import type { Transaction } from 'kysely';
import { pythonRound } from '../../statistics/python-round.ts';
import { appendEvent } from '../../store/database.ts';
import type { Arena } from '../arena.ts';
import { requiredRuns } from '../race/combine-runs.ts';
import type { ArenaTables } from '../tables/arena-tables.ts';
import { completeItem } from './complete-item.ts';
import { giveUpItem } from './give-up-item.ts';
import { itemData } from './item-data.ts';
import { runsOfItems, type WorkItem } from './item-runs.ts';
import { type Tally, tallyOf, usualRuns, whyGivenUp } from './tally.ts';

const SCORE_DIGITS = 4;

export interface SettleContext {
  readonly policy: Arena['policy'];
  readonly now: number;
}

export interface Settlement {
  readonly requiredSuccesses: number;
  readonly includedSuccesses: number;
  readonly isClosed: boolean;
  /** Set if the item was just closed with a score. */
  readonly score?: number;
}

/**
 * Applies the consequences of a run's end, in the same transaction: the item is closed with a score, requests one more
 * opinion, is given up, or keeps waiting. Everything is computed from the existing runs, so this is idempotent.
 */
export async function settleItem(
  transaction: Transaction<ArenaTables>,
  itemId: string,
  settleContext: SettleContext,
): Promise<Settlement> {
  const found = await transaction
    .selectFrom('work_items')
    .selectAll()
    .where('work_item_id', '=', itemId)
    .executeTakeFirstOrThrow();
  const tally = tallyOf((await runsOfItems(transaction, [itemId])).get(itemId) ?? []);
  const { policy } = settleContext;
  const includedSuccesses = tally.included.length;
  if (found.closed_at !== null) {
    return { requiredSuccesses: found.required_successes, includedSuccesses, isClosed: true };
  }
  const item = await weighAgreement(transaction, found, tally, settleContext);
  const settlement = { requiredSuccesses: item.required_successes, includedSuccesses };
  if (includedSuccesses >= item.required_successes) {
    return {
      ...settlement,
      isClosed: true,
      score: await completeItem(transaction, item, tally.included, settleContext),
    };
  }
  const reason = tally.active === 0 ? whyGivenUp(tally, item, policy.queue) : undefined;
  if (reason !== undefined) await giveUpItem(transaction, item, reason, tally, settleContext);
  return { ...settlement, isClosed: reason !== undefined };
}

/** Requires one more run if the scores are too far apart, and no longer if the outlier was invalidated. */
async function weighAgreement(
  transaction: Transaction<ArenaTables>,
  item: WorkItem,
  { included }: Tally,
  { policy, now }: SettleContext,
): Promise<WorkItem> {
  const usual = usualRuns(item);
  const scores = included.map(({ score }) => score!);
  // Once the extra opinion exists, it no longer matters which one was extra.
  const required = scores.length > usual ? item.required_successes : requiredRuns(scores, usual, policy.race);
  if (required === item.required_successes) return item;
  const disagree = required > usual;
  const weighed = { ...item, required_successes: required, disagreement_at: disagree ? now : null };
  await transaction
    .updateTable('work_items')
    .set({ required_successes: required, disagreement_at: weighed.disagreement_at })
    .where('work_item_id', '=', item.work_item_id)
    .execute();
  if (!disagree) return weighed;
  const spread = pythonRound(Math.max(...scores) - Math.min(...scores), SCORE_DIGITS);
  await appendEvent(transaction, {
    who: 'arena',
    what: 'item.disagreement',
    when: now,
    why: `${usual} validators disagree by more than the limit; another validator is asked.`,
    subject: `version ${item.agent_version_id}`,
    data: {
      ...(await itemData(transaction, item)),
      required_successes: required,
      // In a running race, the spread would reveal something about the scores.
      ...(item.phase === 'QUALIFYING' && { spread }),
    },
  });
  return weighed;
}
