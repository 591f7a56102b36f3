import { Fault } from '../../fault/fault.ts';
import { FIRST_STAGE, STAGES, type Stage } from '../recipe/stage.ts';
import { STAGE_TABLE } from '../stages/stage-table.ts';
import type { NotRun, TrainingSummary } from '../summary/training-summary.ts';
import { writeSummary } from '../summary/write-summary.ts';
import { measureStage } from './measure-stage.ts';
import { stageRows } from './stage-rows.ts';
import { keptTraining, trainStage } from './train-stage.ts';
import type { TrainerSession } from './trainer-session.ts';
import type { TrainingContext } from './training-context.ts';

/** Measures the untrained model, then for each stage makes rows, trains, measures and updates the summary. */
export async function runStages(
  context: TrainingContext,
  session: TrainerSession,
  picked: readonly Stage[],
): Promise<TrainingSummary> {
  const notRun = new Map<Stage, NotRun['why']>();
  for (const stage of STAGES) if (!picked.includes(stage)) notRun.set(stage, 'left out');
  const say = async (): Promise<TrainingSummary> => await writeSummary(context, reasons(context, notRun, picked));
  // A tiny model is created from the first stage's rows, so these come first. Rows of other stages need the model.
  if (context.recipe.model.folder === null) await rowsOf(context, session, FIRST_STAGE);
  await measureStage(context, session, 'base');
  await say();
  for (const stage of STAGES.filter((each) => picked.includes(each))) {
    const reason = await runStage(context, session, stage, notRun);
    if (reason !== null) {
      notRun.set(stage, reason);
      context.watch({ event: 'skipped', stage, why: reason });
    }
    await say();
  }
  return await say();

  async function runStage(
    { clock, recipe }: TrainingContext,
    shop: TrainerSession,
    stage: Stage,
    others: ReadonlyMap<Stage, NotRun['why']>,
  ): Promise<NotRun['why'] | null> {
    const { start } = recipe.stages[stage];
    const without = start === 'base' ? undefined : others.get(start);
    if (without !== undefined && without !== 'left out') return without;
    if (clock.isOver() && keptTraining(context, stage) === undefined) return 'no time left';
    try {
      const rows = await rowsOf(context, shop, stage);
      if (rows.rows === 0) return 'nothing to learn from';
      if ((await trainStage(context, shop, stage, rows)) === null) return 'no time left';
    } catch (error) {
      if (isNothing(error)) return 'nothing to learn from';
      if (Fault.isInstance(error) && error.code === 'TRAINING_FAILED') {
        notRun.set(stage, 'failed');
        await say();
      }
      throw error;
    }
    await measureStage(context, shop, stage);
    return null;
  }
}

async function rowsOf(context: TrainingContext, session: TrainerSession, stage: Stage) {
  return await stageRows(context, stage, async () => await STAGE_TABLE[stage].rows(context, session));
}

/** Stages trained by an earlier execution count as run, even if this execution did not select them. */
function reasons(
  context: TrainingContext,
  notRun: ReadonlyMap<Stage, NotRun['why']>,
  picked: readonly Stage[],
): readonly NotRun[] {
  return STAGES.filter((stage) => keptTraining(context, stage) === undefined).map((stage) => ({
    what: stage,
    why: notRun.get(stage) ?? (picked.includes(stage) ? 'to come' : 'left out'),
  }));
}

/** The trainer may drop rows that exceed its context, and then have none left, or only rows of one label. */
function isNothing(error: unknown): boolean {
  const code = Fault.isInstance(error) ? error.extra.trainer_code : undefined;
  return code === 'NOTHING_TO_TRAIN' || code === 'LABELS_UNBALANCED';
}
