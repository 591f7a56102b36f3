import { z } from 'zod';
import { earlyStopping, original, samples, some, text } from '../recipe/recipe-fields.ts';
import type { Recipe } from '../recipe/recipe-schema.ts';
import { type EpisodeTrace, readEpisodes } from '../rows/episode-trace.ts';
import { failedProblems, passRates } from '../rows/pass-rates.ts';
import { teacherRows } from '../rows/teacher-rows.ts';
import type { SftRow } from '../rows/training-row.ts';
import { readWrittenRows } from '../rows/write-rows.ts';
import { playStudent } from '../run/play-student.ts';
import { teacherPlayer } from '../run/players.ts';
import { runEpisodes } from '../run/run-episodes.ts';
import type { PreparedRows } from '../run/stage-rows.ts';
import type { TrainerSession } from '../run/trainer-session.ts';
import type { TrainingContext } from '../run/training-context.ts';
import type { TrainingStage } from './training-stage.ts';

const settings = {
  early_stopping: earlyStopping,
  rows: z.strictObject({
    /** `house`, or an OpenAI-compatible address up to and including `/v1`. */
    endpoint: z.union([z.literal('house'), z.url({ protocol: /^https?$/ })]),
    model: text,
    /** Only names with our prefix: an untrusted recipe must not send other secrets of this machine to its endpoint. */
    api_key_env: z.string().regex(/^ASSAY_[A-Z0-9_]{1,100}$/, 'must be a name that begins with ASSAY_, in capitals'),
    concurrency: some,
    samples,
    /** All train problems, or those that the student of stage 2 fails at least once in `student_samples`. */
    problems: z.enum(['all', 'failed']),
    student_samples: samples.nullable(),
    most_per_problem: some,
    /** Weight of voucher problems, which are the hardest. */
    voucher_weight: z.number().positive(),
    ...original,
  }),
};

/** Distillation: supervised fine-tuning on successes of a stronger model. */
export const teacher: TrainingStage<typeof settings> = {
  settings,
  flaw: ({ stages }) => {
    const { problems, student_samples } = stages.teacher.rows;
    return problems === 'failed' && student_samples === null
      ? 'stages.teacher.rows.student_samples: needed to know which problems the student fails'
      : null;
  },
  needs: ['rejection'],
  sources: () => ['teacher'],
  rows: prepareRows,
  trainerSettings: ({ stages }) => ({ early_stopping: stages.teacher.early_stopping }),
  comparedWith: () => 'rejection',
  verl: 'conversations',
};

async function prepareRows(context: TrainingContext, session: Pick<TrainerSession, 'student'>): Promise<PreparedRows> {
  const { recipe, suites, folder, tools } = context;
  const own = recipe.stages.teacher.rows;
  let failed: ReadonlySet<string> | null = null;
  if (own.problems === 'failed') {
    const played = { after: 'rejection', stage: 'teacher', doing: 'student', settings: own.student_samples! } as const;
    await playStudent(context, session, played);
    failed = failedProblems(passRates(await readEpisodes(folder.stage('teacher').student, 'samples', tools)));
  }
  await playTeacher(context, failed);
  const episodes = await teacherEpisodes(context);
  const categories = new Map(suites.train.problems.map(({ id, category }) => [id, category]));
  const earlier = await readWrittenRows<SftRow>(folder.stage('rejection').rows);
  const mixed = teacherRows(episodes, earlier, categories, own, recipe.seed);
  return {
    rows: mixed.rows,
    counts: { own: mixed.own, simulated: teacherPlayer(recipe).simulated, ...mixed.counts },
  };
}

/** Plays the chosen train problems with the teacher; `null` means all. Existing episodes are not repeated. */
async function playTeacher(context: TrainingContext, chosen: ReadonlySet<string> | null): Promise<void> {
  const { recipe, suites, folder, watch } = context;
  const own = recipe.stages.teacher.rows;
  const problems = suites.train.problems.filter(({ id }) => chosen === null || chosen.has(id));
  if (problems.length === 0) return;
  watch({ event: 'begin', stage: 'teacher', doing: 'teacher' });
  await runEpisodes(context, {
    folder: folder.stage('teacher').samples,
    label: `teacher ${own.model}`,
    player: teacherPlayer(recipe),
    suite: { ...suites.train, problems },
    settings: own.samples,
    greedy: false,
    plan: null,
    onProgress: (done, of) => watch({ event: 'progress', stage: 'teacher', doing: 'teacher', done, of }),
  });
}

/** The teacher's episodes on train problems, failures included. */
export async function teacherEpisodes({
  folder,
  tools,
}: Pick<TrainingContext, 'folder' | 'tools'>): Promise<readonly EpisodeTrace[]> {
  return await readEpisodes(folder.stage('teacher').samples, 'teacher', tools);
}

export function isTeacherSimulated(recipe: Recipe): boolean {
  return recipe.stages.teacher.rows.endpoint === 'house';
}
