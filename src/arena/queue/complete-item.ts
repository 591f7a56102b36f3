import type { Transaction } from 'kysely';
import { appendEvent } from '../../store/database.ts';
import { finalScoreOf } from '../race/combine-runs.ts';
import { noteRacerScored } from '../race/note-racer-scored.ts';
import type { ArenaTables } from '../tables/arena-tables.ts';
import { closeItem } from './close-item.ts';
import { itemData } from './item-data.ts';
import type { ItemRun, WorkItem } from './item-runs.ts';
import { tellDifferences } from './tell-differences.ts';

/** Closes an item that was run often enough, and gives the version the score that came of it. */
export async function completeItem(
  transaction: Transaction<ArenaTables>,
  item: WorkItem,
  included: readonly ItemRun[],
  now: number,
): Promise<number> {
  await closeItem(transaction, item, { closeReason: 'complete', why: 'Enough validators have run the version.', now });
  await tellDifferences(transaction, item, now);
  const score = scoreOf(included);
  if (item.phase === 'RACE') await noteRacerScored(transaction, item.race_id, item.agent_version_id, score, now);
  else await becomeEligible(transaction, item, included, now);
  return score;
}

export function scoreOf(included: readonly ItemRun[]): number {
  return finalScoreOf(included.map(({ score }) => score!))!;
}

/** The columns of an entry that come of its runs. */
export function standingFrom(included: readonly ItemRun[]) {
  return {
    final_score: scoreOf(included),
    success_rate: medianOf(included, 'success_rate'),
    reasoning_coefficient: medianOf(included, 'reasoning_coefficient'),
  };
}

async function becomeEligible(
  transaction: Transaction<ArenaTables>,
  item: WorkItem,
  included: readonly ItemRun[],
  now: number,
): Promise<void> {
  const standing = standingFrom(included);
  await transaction
    .insertInto('entries')
    .values({
      agent_version_id: item.agent_version_id,
      suite_id: item.suite_id,
      ...standing,
      eligible_at: now,
      discarded_at: null,
      discard_reason: null,
      eliminated_at: null,
      eliminate_reason: null,
    })
    .onConflict((conflict) =>
      conflict.columns(['agent_version_id', 'suite_id']).doUpdateSet({ ...standing, eligible_at: now }),
    )
    .execute();
  const runs = included.length;
  await appendEvent(transaction, {
    who: 'arena',
    what: 'version.eligible',
    when: now,
    why: `${runs === 1 ? 'One validator has' : `${runs} validators have`} run it; its score is the median.`,
    subject: `version ${item.agent_version_id}`,
    data: { ...(await itemData(transaction, item)), ...standing, included_success_count: runs },
  });
}

function medianOf(included: readonly ItemRun[], component: string): number | null {
  const values = included.map(({ score_components }) => score_components?.[component]);
  return finalScoreOf(values.filter((value) => typeof value === 'number'));
}
