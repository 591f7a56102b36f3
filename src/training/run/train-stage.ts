import { cpSync, existsSync, renameSync, rmSync } from 'node:fs';
import { dirname, join, resolve } from 'node:path';
import { z } from 'zod';
import { hasRun } from '../../evaluation/run.ts';
import { makeFolder } from '../../store/files.ts';
import type { Stage } from '../recipe/stage.ts';
import { STAGE_TABLE } from '../stages/stage-table.ts';
import type { DoneEvent } from '../trainer/trainer-event.ts';
import { readMark, writeMark } from './finished-mark.ts';
import { adapterOf } from './run-folder.ts';
import { stageConfig } from './stage-config.ts';
import type { RowsMark } from './stage-rows.ts';
import type { TrainerSession } from './trainer-session.ts';
import type { TrainingContext } from './training-context.ts';

const trainedMark = z.object({
  steps: z.int().nonnegative(),
  /** Why training ended before its last step. */
  stopped: z.enum(['deadline', 'early', 'kl', 'nan']).nullable(),
  /** The run's deadline ended it, so the next execution resumes it. */
  cut: z.boolean(),
  seconds: z.number(),
});

const recordSchema = z.looseObject({ stopped: trainedMark.shape.stopped });

export type TrainedMark = z.infer<typeof trainedMark>;

export function keptTraining({ folder }: Pick<TrainingContext, 'folder'>, stage: Stage): TrainedMark | undefined {
  return readMark(folder.stage(stage).mark('train'), trainedMark);
}

/**
 * Trains a stage until its end or its deadline and exports the adapter before it is used. Returns `null` if there was
 * no time for a single step. A stage stopped by the run's deadline resumes in the next execution, unless it has been
 * measured since: the measured numbers must belong to the exported adapter.
 */
export async function trainStage(
  context: TrainingContext,
  session: TrainerSession,
  stage: Stage,
  rows: RowsMark,
): Promise<TrainedMark | null> {
  const { recipe, folder, clock, watch, inputs } = context;
  const place = folder.stage(stage);
  const kept = keptTraining(context, stage);
  if (kept !== undefined && (!kept.cut || hasRun(place.evaluation))) {
    watch({ event: 'kept', stage, doing: 'train' });
    return kept;
  }
  watch({ event: 'begin', stage, doing: 'train' });
  const began = performance.now();
  const settings = recipe.stages[stage];
  const { seconds, cut } = clock.limit(settings.deadline_seconds);
  const harness = (await STAGE_TABLE[stage].openHarness?.(context)) ?? null;
  try {
    // Rollouts use the model that the trainer serves.
    if (harness !== null) await session.student();
    const config = stageConfig(recipe, stage, {
      modelFolder: await session.model(),
      start: adapterOf(context, settings.start),
      templateSha256: inputs.template_sha256,
      rows: [{ file: resolve(place.rows), sha256: rows.sha256 }],
      problems: rows.problems,
      deadlineSeconds: seconds,
      harness: harness && { url: harness.url, token: harness.token },
    });
    const request = { do: 'train', config, out: resolve(place.train) };
    const done = (await session
      .trainer()
      .ask(request, (said) => watch({ event: 'trainer', stage, said }))) as DoneEvent;
    const stopped = done.stopped ?? whyStopped(place.train);
    if (stopped === 'deadline' && done.step === 0) return null;
    exportAdapter(join(place.train, 'adapter'), folder.adapter(stage));
    const mark: TrainedMark = {
      steps: done.step ?? 0,
      stopped,
      cut: stopped === 'deadline' && cut,
      seconds: Math.round((performance.now() - began) / 100) / 10,
    };
    await writeMark(place.mark('train'), mark);
    return mark;
  } finally {
    await harness?.close();
  }
}

/** Read from the trainer's own record: a trainer that was killed after its last step reports only that it is done. */
function whyStopped(trainFolder: string): TrainedMark['stopped'] {
  return readMark(join(trainFolder, 'run.json'), recordSchema)?.stopped ?? null;
}

/** Copies the adapter to the folder of all adapters. Readers find a complete adapter or none. */
function exportAdapter(from: string, to: string): void {
  const aside = `${to}.new`;
  makeFolder(dirname(to));
  rmSync(aside, { recursive: true, force: true });
  cpSync(from, aside, { recursive: true });
  if (existsSync(to)) rmSync(to, { recursive: true });
  renameSync(aside, to);
}
