import { z } from 'zod';
import { loadMeasuredRun, summariseRun } from '../../evaluation/report.ts';
import type { Start } from '../recipe/stage.ts';
import { readMark, writeMark } from './finished-mark.ts';
import { studentPlayer } from './players.ts';
import { runEpisodes } from './run-episodes.ts';
import type { TrainingContext } from './training-context.ts';
import type { Workshop } from './workshop.ts';

const evaluatedMark = z.object({ episodes: z.int() });

/** Measures the student after a stage on the dev suite. Episodes that the clock cut off are measured by the next execution. */
export async function measureStage(context: TrainingContext, workshop: Workshop, stage: Start): Promise<void> {
  const { recipe, suites, folder, watch, clock } = context;
  const place = folder.stage(stage);
  if (readMark(place.mark('evaluation'), evaluatedMark) !== undefined) {
    watch({ event: 'kept', stage, doing: 'evaluation' });
    return;
  }
  if (clock.isOver()) return;
  watch({ event: 'begin', stage, doing: 'evaluation' });
  const student = await workshop.student();
  await student.use(stage === 'base' ? null : folder.adapter(stage));
  const { greedy, ...settings } = recipe.evaluation;
  const { measured, episodes } = await runEpisodes(context, {
    folder: place.evaluation,
    label: stage,
    player: studentPlayer(student, recipe),
    suite: suites.dev,
    settings,
    greedy,
    plan: context.plan,
    onProgress: (done, of) => watch({ event: 'progress', stage, doing: 'evaluation', done, of }),
  });
  const complete = measured === episodes;
  if (complete) await writeMark(place.mark('evaluation'), { episodes });
  const { pass_at_1 } = summariseRun(loadMeasuredRun(place.evaluation));
  watch({ event: 'measured', stage, pass_at_1: pass_at_1?.value ?? null, complete });
}
