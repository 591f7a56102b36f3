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
  /** What ended it before its last step. */
  stopped: z.enum(['deadline', 'early', 'kl', 'nan']).nullable(),
  /** The clock of the whole run ended it, so that another execution goes on with it. */
  cut: z.boolean(),
  seconds: z.number(),
});

const recordSchema = z.looseObject({ stopped: trainedMark.shape.stopped });

export type TrainedMark = z.infer<typeof trainedMark>;

export function keptTraining({ folder }: Pick<TrainingContext, 'folder'>, stage: Stage): TrainedMark | undefined {
  return readMark(folder.stage(stage).mark('train'), trainedMark);
}

/**
 * Trains a stage to its end, or to the end of its time, and exports its adapter before anybody looks at it. `null` when
 * there was no time for a single step. What the run's clock cut off goes on in the next execution, unless it was measured
 * meanwhile: a number must stay one of the adapter that lies there.
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
    // Rollouts are played with the model that the trainer serves.
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

/** From the trainer's own record: one that was killed after its last step only says that it is done. */
function whyStopped(trainFolder: string): TrainedMark['stopped'] {
  return readMark(join(trainFolder, 'run.json'), recordSchema)?.stopped ?? null;
}

/** Where all adapters are found together; at every moment whole, or not there. */
function exportAdapter(from: string, to: string): void {
  const aside = `${to}.new`;
  makeFolder(dirname(to));
  rmSync(aside, { recursive: true, force: true });
  cpSync(from, aside, { recursive: true });
  if (existsSync(to)) rmSync(to, { recursive: true });
  renameSync(aside, to);
}
