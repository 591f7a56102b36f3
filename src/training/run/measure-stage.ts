import { z } from 'zod';
import { loadMeasuredRun, summariseRun } from '../../evaluation/report.ts';
import type { HashedPlan } from '../../evaluation/sealed.ts';
import type { Start } from '../recipe/stage.ts';
import { extraTemperatures } from './extra-temperatures.ts';
import { readMark, writeMark } from './finished-mark.ts';
import { studentPlayer } from './players.ts';
import { runEpisodes } from './run-episodes.ts';
import { adapterOf } from './run-folder.ts';
import type { TrainerSession } from './trainer-session.ts';
import type { TrainingContext } from './training-context.ts';

const evaluatedMark = z.object({ episodes: z.int() });

interface Measurement {
  readonly folder: string;
  readonly mark: string;
  readonly label: string;
  readonly temperature: number;
  readonly greedy: boolean;
  readonly plan: HashedPlan | null;
}

/**
 * Measures the student after a stage on the dev suite: as planned, then at the recipe's other temperatures. Episodes
 * missed because of the deadline are measured in the next execution.
 */
export async function measureStage(context: TrainingContext, session: TrainerSession, stage: Start): Promise<void> {
  const { recipe, folder, plan } = context;
  const place = folder.stage(stage);
  const { temperature, greedy } = recipe.evaluation;
  const planned = { folder: place.evaluation, mark: place.mark('evaluation'), label: stage, temperature, greedy, plan };
  await measure(context, session, stage, planned);
  for (const extra of extraTemperatures(recipe)) {
    await measure(context, session, stage, {
      folder: place.evaluationAt(extra),
      mark: place.mark(`evaluation-at-${extra}`),
      label: `${stage} at ${extra}`,
      temperature: extra,
      greedy: false,
      // The plan covers only one temperature.
      plan: null,
    });
  }
}

async function measure(
  context: TrainingContext,
  session: TrainerSession,
  stage: Start,
  { folder, mark, label, temperature, greedy, plan }: Measurement,
): Promise<void> {
  const { recipe, suites, watch, clock } = context;
  if (readMark(mark, evaluatedMark) !== undefined) {
    watch({ event: 'kept', stage, doing: 'evaluation' });
    return;
  }
  if (clock.isOver()) return;
  watch({ event: 'begin', stage, doing: 'evaluation' });
  const student = await session.student();
  await student.use(adapterOf(context, stage));
  const { measured, episodes } = await runEpisodes(context, {
    folder,
    label,
    player: studentPlayer(student, recipe),
    suite: suites.dev,
    settings: { ...recipe.evaluation, temperature },
    greedy,
    plan,
    onProgress: (done, of) => watch({ event: 'progress', stage, doing: 'evaluation', done, of }),
  });
  const complete = measured === episodes;
  if (complete) await writeMark(mark, { episodes });
  const { pass_at_1 } = summariseRun(loadMeasuredRun(folder));
  watch({ event: 'measured', stage, temperature, pass_at_1: pass_at_1?.value ?? null, complete });
}
