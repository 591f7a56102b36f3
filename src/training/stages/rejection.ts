import { z } from 'zod';
import { earlyStopping, original, samples, some } from '../recipe/recipe-fields.ts';
import { type EpisodeTrace, readEpisodes } from '../rows/episode-trace.ts';
import { mixedProblems, passRates } from '../rows/pass-rates.ts';
import { rejectionRows } from '../rows/rejection-rows.ts';
import type { SftRow } from '../rows/training-row.ts';
import { readWrittenRows } from '../rows/write-rows.ts';
import { playStudent } from '../run/play-student.ts';
import type { PreparedRows } from '../run/stage-rows.ts';
import type { TrainerSession } from '../run/trainer-session.ts';
import type { TrainingContext } from '../run/training-context.ts';
import type { TrainingStage } from './training-stage.ts';

const settings = {
  early_stopping: earlyStopping,
  rows: z.strictObject({ samples, most_per_problem: some, ...original }),
};

/** Rejection sampling: supervised fine-tuning on successes from the student's own samples. */
export const rejection: TrainingStage<typeof settings> = {
  settings,
  flaw: ({ stages }) =>
    stages.rejection.start === 'base' ? null : 'stages.rejection.start: only base, or samples of samples collapse',
  needs: ['sft'],
  sources: () => ['samples'],
  rows: prepareRows,
  trainerSettings: ({ stages }) => ({ early_stopping: stages.rejection.early_stopping }),
  comparedWith: () => 'sft',
  verl: 'conversations',
};

async function prepareRows(context: TrainingContext, session: Pick<TrainerSession, 'student'>): Promise<PreparedRows> {
  const { recipe, folder } = context;
  const own = recipe.stages.rejection.rows;
  await playStudent(context, session, { after: 'sft', stage: 'rejection', doing: 'samples', settings: own.samples });
  const earlier = await readWrittenRows<SftRow>(folder.stage('sft').rows);
  const episodes = await studentSamples(context);
  const mixed = rejectionRows(episodes, earlier, own, recipe.seed);
  const rates = passRates(episodes);
  return {
    rows: mixed.rows,
    counts: { own: mixed.own, ...mixed.counts, mixed_problems: mixedProblems(rates).length },
  };
}

/** Episodes of the first stage's model on train problems. */
export async function studentSamples({
  folder,
  tools,
}: Pick<TrainingContext, 'folder' | 'tools'>): Promise<readonly EpisodeTrace[]> {
  return await readEpisodes(folder.stage('rejection').samples, 'samples', tools);
}
