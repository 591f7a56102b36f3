import type { Transaction } from 'kysely';
import { appendEvent, json } from '../../store/database.ts';
import { type WeighedScore, weighScore } from '../agency/weigh-score.ts';
import { componentMedian, finalScoreOf } from '../race/combine-runs.ts';
import { noteRacerScored } from '../race/note-racer-scored.ts';
import type { ArenaTables } from '../tables/arena-tables.ts';
import { memorisingReason } from '../twins/memorising-reason.ts';
import { type WeighedTwins, weighTwins } from '../twins/weigh-twins.ts';
import { closeItem } from './close-item.ts';
import { itemData } from './item-data.ts';
import type { ItemRun, WorkItem } from './item-runs.ts';
import { recordDifferences } from './record-differences.ts';
import type { SettleContext } from './settle-item.ts';

/** Closes an item that has enough runs, and sets the version's score from them. */
export async function completeItem(
  transaction: Transaction<ArenaTables>,
  item: WorkItem,
  included: readonly ItemRun[],
  { policy, now }: SettleContext,
): Promise<number> {
  await closeItem(transaction, item, { closeReason: 'complete', why: 'Enough validators have run the version.', now });
  await recordDifferences(transaction, item, now);
  const weighed = await weighRuns(transaction, item, included, policy);
  if (item.phase === 'RACE') await noteRacerScored(transaction, item.race_id, item.agent_version_id, weighed, now);
  else await becomeEligible(transaction, item, { included, weighed }, now);
  return weighed.score;
}

/**
 * The score from the runs of an item, under the agency policy. For a version that memorises answers, the score on its
 * twins.
 */
export async function weighRuns(
  transaction: Transaction<ArenaTables>,
  item: WorkItem,
  included: readonly ItemRun[],
  { agency, twins: policy }: SettleContext['policy'],
): Promise<WeighedRuns> {
  const onPublic = finalScoreOf(included.map((run) => run.score!))!;
  const twins = await weighTwins(transaction, item, included, policy);
  const score = twins.replacement?.score ?? onPublic;
  return { ...(await weighScore(transaction, agency, item.agent_version_id, score)), twins, onPublic };
}

export interface WeighedRuns extends WeighedScore {
  readonly twins: WeighedTwins;
  /** The score on the public problems, before any factor. */
  readonly onPublic: number;
}

interface ScoredRuns {
  readonly included: readonly ItemRun[];
  readonly weighed: WeighedRuns;
}

/** The columns of an entry that are computed from its runs. */
export function standingFrom({ included, weighed }: ScoredRuns) {
  const { twins, onPublic } = weighed;
  return {
    final_score: weighed.score,
    success_rate: twins.replacement?.successRate ?? componentMedian(included, 'success_rate'),
    reasoning_coefficient: componentMedian(included, 'reasoning_coefficient'),
    ...weighed.agency,
    twin_comparison: twins.twin_comparison === null ? null : json(twins.twin_comparison),
    twin_looks: twins.twin_looks,
    score_on_public: twins.replacement === null ? null : onPublic,
  };
}

async function becomeEligible(
  transaction: Transaction<ArenaTables>,
  item: WorkItem,
  scored: ScoredRuns,
  now: number,
): Promise<void> {
  const standing = standingFrom(scored);
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
  const runs = scored.included.length;
  const { agency_factor, score_without_agency, final_score, success_rate, reasoning_coefficient } = standing;
  await appendEvent(transaction, {
    who: 'arena',
    what: 'version.eligible',
    when: now,
    why: `${runs === 1 ? 'One validator has' : `${runs} validators have`} run it; its score is the median.`,
    subject: `version ${item.agent_version_id}`,
    data: {
      ...(await itemData(transaction, item)),
      final_score,
      success_rate,
      reasoning_coefficient,
      ...(score_without_agency !== null && { agency_factor, score_without_agency }),
      included_success_count: runs,
    },
  });
  const { twin_comparison: comparison } = scored.weighed.twins;
  if (comparison?.is_marked === true) {
    await appendEvent(transaction, {
      who: 'arena',
      what: 'version.memorises',
      when: now,
      why: memorisingReason(comparison),
      subject: `version ${item.agent_version_id}`,
      data: {
        ...(await itemData(transaction, item)),
        ...comparison,
        final_score,
        score_on_public: standing.score_on_public,
      },
    });
  }
}
