import type { Transaction } from 'kysely';
import { Fault } from '../../fault/fault.ts';
import { appendEvent } from '../../store/database.ts';
import type { Arena } from '../arena.ts';
import { standingFrom, weighRuns } from '../queue/complete-item.ts';
import { lockRun } from '../queue/held-run.ts';
import { itemData } from '../queue/item-data.ts';
import { runsOfItems, type WorkItem } from '../queue/item-runs.ts';
import { noteModelsAgain } from '../queue/note-models.ts';
import { isActive } from '../queue/run-status.ts';
import { type SettleContext, settleItem } from '../queue/settle-item.ts';
import { type Tally, tallyOf, usualRuns } from '../queue/tally.ts';
import { requiredRuns } from '../race/combine-runs.ts';
import { noteRacerScored } from '../race/note-racer-scored.ts';
import type { ArenaTables } from '../tables/arena-tables.ts';
import { type OperatorAct, reasonOf, sentence } from './operator-act.ts';
import { NO_SCORE, setEntry } from './version-entry.ts';

/** Effect of the invalidation on the score that the run counted for. */
export type Consequence = 'none' | 'recomputed' | 'reopened';

/**
 * Invalidates a run. If the remaining runs are not enough, the version is opened to validators again and has no score
 * until they are. A finished race keeps the scores it was decided by.
 */
export async function invalidateRun(
  arena: Arena,
  runId: string,
  act: OperatorAct,
): Promise<{ readonly runId: string; readonly consequence: Consequence }> {
  const reason = reasonOf(act);
  return await arena.database.withTransaction(async (transaction) => {
    const settleContext = { policy: arena.policy, now: arena.now() };
    const { now } = settleContext;
    const run = await lockRun(transaction, runId);
    if (run === undefined) throw new Fault('EVAL_RUN_NOT_FOUND', { message: `There is no run ${runId}.` });
    if (run.invalidated_at !== null) {
      throw new Fault('ALREADY_INVALIDATED', {
        message: `Run ${runId} was already invalidated: ${run.invalidation_reason}`,
      });
    }
    await transaction
      .updateTable('runs')
      .set({ is_included: false, invalidated_at: now, invalidated_by: act.who, invalidation_reason: reason })
      .where('run_id', '=', runId)
      .execute();
    if (isActive(run.status)) {
      const ended = { status: 'CANCELLED', completed_at: now, failure_reason: reason } as const;
      await transaction.updateTable('runs').set(ended).where('run_id', '=', runId).execute();
    }
    const item = await transaction
      .selectFrom('work_items')
      .selectAll()
      .where('work_item_id', '=', run.work_item_id)
      .executeTakeFirstOrThrow();
    const consequence = run.is_included ? await withoutRun(transaction, item, settleContext) : 'none';
    await appendEvent(transaction, {
      who: act.who,
      what: 'run.invalidated',
      when: now,
      why: `${sentence(reason)} ${CONSEQUENCES[consequence]}`,
      subject: `run ${runId}`,
      data: {
        ...(await itemData(transaction, item)),
        eval_run_id: runId,
        validator_hotkey: run.validator_hotkey,
        consequence,
      },
    });
    if (item.phase === 'QUALIFYING') await noteModelsAgain(transaction, item.agent_version_id);
    await settleItem(transaction, item.work_item_id, settleContext);
    return { runId, consequence };
  });
}

const CONSEQUENCES: Readonly<Record<Consequence, string>> = {
  none: 'No score changes.',
  recomputed: 'The score is now that of the other runs.',
  reopened: 'The version has no score until another validator has run it.',
};

async function withoutRun(
  transaction: Transaction<ArenaTables>,
  item: WorkItem,
  settleContext: SettleContext,
): Promise<Consequence> {
  if (item.close_reason !== 'complete' || !(await isCurrent(transaction, item))) return 'none';
  const tally = tallyOf((await runsOfItems(transaction, [item.work_item_id])).get(item.work_item_id) ?? []);
  const scores = tally.included.map(({ score }) => score!);
  const usual = usualRuns(item);
  const enough = scores.length >= requiredRuns(scores, usual, settleContext.policy.race) && scores.length >= usual;
  if (!enough) {
    await reopen(transaction, item, settleContext.now);
    return 'reopened';
  }
  await rescore(transaction, item, tally, settleContext);
  return 'recomputed';
}

/** Whether the version's current score on this suite, or in this race, comes from this item. */
async function isCurrent(transaction: Transaction<ArenaTables>, item: WorkItem): Promise<boolean> {
  if (item.phase === 'RACE') {
    const race = await transaction
      .selectFrom('races')
      .select('state')
      .where('race_id', '=', item.race_id)
      .executeTakeFirst();
    return race?.state === 'race_running';
  }
  const newer = await transaction
    .selectFrom('work_items')
    .select('work_item_id')
    .where('agent_version_id', '=', item.agent_version_id)
    .where('suite_id', '=', item.suite_id)
    .where('phase', '=', item.phase)
    .where('round', '>', item.round)
    .executeTakeFirst();
  return newer === undefined;
}

async function reopen(transaction: Transaction<ArenaTables>, item: WorkItem, now: number): Promise<void> {
  await transaction
    .updateTable('work_items')
    .set({
      closed_at: null,
      close_reason: null,
      // The wait for one more opinion starts again.
      disagreement_at: item.disagreement_at === null ? null : now,
    })
    .where('work_item_id', '=', item.work_item_id)
    .execute();
  if (item.phase === 'RACE') await noteRacerScored(transaction, item.race_id, item.agent_version_id, null, now);
  else await setEntry(transaction, item, NO_SCORE);
}

async function rescore(
  transaction: Transaction<ArenaTables>,
  item: WorkItem,
  { included }: Tally,
  { policy, now }: SettleContext,
): Promise<void> {
  await transaction
    .updateTable('work_items')
    .set({ required_successes: usualRuns(item), disagreement_at: null })
    .where('work_item_id', '=', item.work_item_id)
    .execute();
  const weighed = await weighRuns(transaction, item, included, policy);
  if (item.phase === 'RACE') {
    await noteRacerScored(transaction, item.race_id, item.agent_version_id, weighed, now);
  } else await setEntry(transaction, item, standingFrom({ included, weighed }));
}
