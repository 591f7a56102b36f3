import type { Transaction } from 'kysely';
import { appendEvent } from '../../store/database.ts';
import type { ArenaTables } from '../tables/arena-tables.ts';
import { closeItem } from './close-item.ts';
import { itemData } from './item-data.ts';
import type { WorkItem } from './item-runs.ts';
import type { Tally } from './tally.ts';

/** Closes an item that stays without a score, and says whose fault that is. */
export async function giveUpItem(
  transaction: Transaction<ArenaTables>,
  item: WorkItem,
  closeReason: 'agent fault' | 'exhausted',
  { failed, agentBlamers }: Pick<Tally, 'failed' | 'agentBlamers'>,
  now: number,
): Promise<void> {
  const ours = closeReason === 'exhausted';
  const why = ours
    ? `${failed} runs failed for reasons that are not the agent's. That is our fault, and it costs the contestant nothing.`
    : `${agentBlamers} validators found that the agent itself cannot be run.`;
  await closeItem(transaction, item, { closeReason, why, now });
  const cooldownReturned = ours && item.phase === 'QUALIFYING' && (await returnCooldown(transaction, item));
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

/** A wait that a later submission began is not the price of this one, and stays. */
async function returnCooldown(transaction: Transaction<ArenaTables>, item: WorkItem): Promise<boolean> {
  const { hotkey, submitted_at } = await transaction
    .selectFrom('agent_versions')
    .select(['hotkey', 'submitted_at'])
    .where('agent_version_id', '=', item.agent_version_id)
    .executeTakeFirstOrThrow();
  const { numUpdatedRows } = await transaction
    .updateTable('contestants')
    .set({ next_allowed_at: 0 })
    .where('hotkey', '=', hotkey)
    .where('last_submitted_at', '<=', submitted_at)
    .executeTakeFirstOrThrow();
  return numUpdatedRows > 0n;
}
