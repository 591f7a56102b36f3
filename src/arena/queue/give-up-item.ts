import type { Transaction } from 'kysely';
import { appendEvent } from '../../store/database.ts';
import { counted } from '../../text/counted.ts';
import type { ExcusePolicy } from '../arena-policy.ts';
import type { ArenaTables } from '../tables/arena-tables.ts';
import { closeItem } from './close-item.ts';
import { itemData } from './item-data.ts';
import type { WorkItem } from './item-runs.ts';
import type { SettleContext } from './settle-item.ts';
import type { FailureCounts } from './tally.ts';

/** Closes an item without a score, and records who is responsible. */
export async function giveUpItem(
  transaction: Transaction<ArenaTables>,
  item: WorkItem,
  closeReason: 'agent fault' | 'exhausted',
  { failed, validatorsBlamingAgent, agentFailures }: FailureCounts,
  { now, policy }: SettleContext,
): Promise<void> {
  const ours = closeReason === 'exhausted';
  const why = ours
    ? agentFailures === 0
      ? `${counted(failed, 'run')} failed for reasons that are not the agent's. That is our fault, and it costs the contestant nothing.`
      : `${counted(failed, 'run')} failed, ${failed - agentFailures} of them for reasons that are not the agent's.`
    : `${counted(agentFailures, 'run')} by ${counted(validatorsBlamingAgent, 'validator')} found that the agent cannot be run.`;
  await closeItem(transaction, item, { closeReason, why, now });
  // The agent's own failures must not help to get the cooldown refunded.
  const mayReturn = ours && agentFailures === 0 && item.phase === 'QUALIFYING';
  const cooldownReturned = mayReturn && (await returnCooldown(transaction, item, policy.excuses, now));
  await appendEvent(transaction, {
    who: 'arena',
    what: ours ? 'version.exhausted' : 'version.failed',
    when: now,
    why: cooldownReturned ? `${why} The next version may be submitted at once.` : why,
    subject: `version ${item.agent_version_id}`,
    data: {
      ...(await itemData(transaction, item)),
      failed_runs: failed,
      fault_owner: ours ? 'platform' : 'agent',
      cooldown_returned: cooldownReturned,
    },
  });
}

/**
 * A cooldown that a later submission started does not belong to this one, and stays. Refunds are limited per hotkey:
 * repeated free submissions should be reviewed by a person.
 */
async function returnCooldown(
  transaction: Transaction<ArenaTables>,
  item: WorkItem,
  { cooldownRefunds, refundWindowSeconds }: ExcusePolicy,
  now: number,
): Promise<boolean> {
  const { hotkey, submitted_at } = await transaction
    .selectFrom('agent_versions')
    .select(['hotkey', 'submitted_at'])
    .where('agent_version_id', '=', item.agent_version_id)
    .executeTakeFirstOrThrow();
  const { given } = await transaction
    .selectFrom('work_items as item')
    .innerJoin('agent_versions as version', 'version.agent_version_id', 'item.agent_version_id')
    .select(({ fn }) => fn.countAll<number>().as('given'))
    .where('version.hotkey', '=', hotkey)
    .where('item.phase', '=', 'QUALIFYING')
    .where('item.close_reason', '=', 'exhausted')
    .where('item.closed_at', '>', now - refundWindowSeconds * 1_000)
    .where('item.work_item_id', '!=', item.work_item_id)
    .executeTakeFirstOrThrow();
  if (given >= cooldownRefunds) return false;
  const { numUpdatedRows } = await transaction
    .updateTable('contestants')
    .set({ next_allowed_at: 0 })
    .where('hotkey', '=', hotkey)
    .where('last_submitted_at', '<=', submitted_at)
    .executeTakeFirstOrThrow();
  return numUpdatedRows > 0n;
}
