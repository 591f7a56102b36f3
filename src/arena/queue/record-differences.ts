import type { Transaction } from 'kysely';
import { appendEvent } from '../../store/database.ts';
import type { ArenaTables } from '../tables/arena-tables.ts';
import { agreementOf } from './agreement-of.ts';
import { itemData } from './item-data.ts';
import type { WorkItem } from './item-runs.ts';
import { ruleOpinions } from './rule-opinions.ts';

/** Records that the rules gave different outcomes on different machines, which equal scores can hide. */
export async function recordDifferences(
  transaction: Transaction<ArenaTables>,
  item: WorkItem,
  now: number,
): Promise<void> {
  const opinions = (await ruleOpinions(transaction, [item.work_item_id])).get(item.work_item_id) ?? [];
  const differing = new Set(agreementOf(opinions).flatMap((pair) => pair.differing));
  if (differing.size === 0) return;
  await appendEvent(transaction, {
    who: 'arena',
    what: 'item.outcomes_differ',
    when: now,
    why: 'Validators got different outcomes on the same problems. Either the agent is not deterministic, or one validator is wrong.',
    subject: `version ${item.agent_version_id}`,
    data: {
      ...(await itemData(transaction, item)),
      // In a running race, the number of differing problems would reveal something about its scores.
      ...(item.phase === 'QUALIFYING' && { differing_problems: differing.size }),
    },
  });
}
