import { Fault } from '../../fault/fault.ts';
import { Random } from '../../random/random.ts';
import type { Stage } from '../recipe/stage.ts';
import { chosenSuccesses } from '../rows/chosen-successes.ts';
import { LEFT_OUT, type LeftOut } from '../rows/corpus-trace.ts';
import { type EpisodeTrace, readEpisodes } from '../rows/episode-trace.ts';
import { ktoRows } from '../rows/kto-rows.ts';
import { knownWays, labelledSteps } from '../rows/labelled-step.ts';
import { failedProblems, mixedProblems, passRates } from '../rows/pass-rates.ts';
import { rejectionRows } from '../rows/rejection-rows.ts';
import { sftRows } from '../rows/sft-rows.ts';
import { stateRows } from '../rows/state-rows.ts';
import { teacherRows } from '../rows/teacher-rows.ts';
import type { Trace } from '../rows/trace.ts';
import type { SftRow } from '../rows/training-row.ts';
import { readWrittenRows } from '../rows/write-rows.ts';
import { teacherPlayer } from './players.ts';
import type { PreparedRows } from './stage-rows.ts';
import type { TrainingContext } from './training-context.ts';

/** Plays episodes of the student as it is after a stage, into a folder; does nothing where they are there already. */
export type PlayStudent = (after: Stage, stage: Stage, doing: 'samples' | 'student') => Promise<void>;
/** The same for the teacher, on these problems alone. */
export type PlayTeacher = (problems: ReadonlySet<string> | null) => Promise<void>;

/** What a stage is trained on. Samples that it needs are played first. */
export async function prepareRows(
  context: TrainingContext,
  stage: Stage,
  playStudent: PlayStudent,
  playTeacher: PlayTeacher,
): Promise<PreparedRows> {
  switch (stage) {
    case 'sft':
      return prepareSft(context);
    case 'rejection':
      await playStudent('sft', 'rejection', 'samples');
      return await prepareRejection(context);
    case 'teacher':
      return await prepareTeacher(context, playStudent, playTeacher);
    case 'kto':
      return await prepareKto(context);
    case 'grpo':
      return await prepareGrpo(context);
  }
}

function prepareSft({ recipe, corpus }: TrainingContext): PreparedRows {
  const { rows, left_out } = sftRows(corpus.traces, { ...recipe.stages.sft.rows, seed: recipe.seed });
  if (rows.length === 0) throw nothingFits(corpus.traces.length, left_out);
  return { rows, counts: { corpus: corpus.traces.length, left_out } };
}

/** Without rows there is neither a first stage nor any that builds on it. */
function nothingFits(rows: number, leftOut: Readonly<Partial<Record<LeftOut, number>>>): Fault {
  const reasons = Object.entries(leftOut).map(([reason, count]) => `${count}: ${LEFT_OUT[reason as LeftOut]}`);
  return new Fault('INPUT_INVALID', {
    message: `None of the ${rows} rows in the train split can be trained on (${reasons.join('; ') || 'it is empty'}).`,
    remedy: 'Name a larger release with --corpus, or give the student more tools with harness.tools in the recipe.',
    extra: { left_out: leftOut },
  });
}

async function prepareRejection(context: TrainingContext): Promise<PreparedRows> {
  const { recipe } = context;
  const original = await rowsOf(context, 'sft');
  const episodes = await samplesOf(context);
  const { rows, own, counts } = rejectionRows(episodes, original, recipe.stages.rejection.rows, recipe.seed);
  const rates = passRates(episodes);
  return { rows, counts: { own, ...counts, mixed_problems: mixedProblems(rates).length } };
}

async function prepareTeacher(
  context: TrainingContext,
  playStudent: PlayStudent,
  playTeacher: PlayTeacher,
): Promise<PreparedRows> {
  const { recipe, suites, folder, tools } = context;
  const settings = recipe.stages.teacher.rows;
  let failed: ReadonlySet<string> | null = null;
  if (settings.problems === 'failed') {
    await playStudent('rejection', 'teacher', 'student');
    failed = failedProblems(passRates(await readEpisodes(folder.stage('teacher').student, 'samples', tools)));
  }
  await playTeacher(failed);
  const episodes = await teachingOf(context);
  const categories = new Map(suites.train.problems.map(({ id, category }) => [id, category]));
  const original = await rowsOf(context, 'rejection');
  const { rows, own, counts } = teacherRows(episodes, original, categories, settings, recipe.seed);
  return { rows, counts: { own, simulated: teacherPlayer(recipe).simulated, ...counts } };
}

async function prepareKto(context: TrainingContext): Promise<PreparedRows> {
  const { recipe, corpus, harness } = context;
  const { loss, rows: settings } = recipe.stages.kto;
  const teaching = await teachingOf(context);
  const known = { samples: await samplesOf(context), teacher: teaching, corpus: corpus.traces.filter(isTrace) };
  const ways = knownWays(teaching);
  const steps = settings.sources.flatMap((source) =>
    known[source].flatMap((trace) => labelledSteps(trace, harness.tools, ways)),
  );
  const { rows, counts } = ktoRows(steps, { ...loss, ...settings }, recipe.seed);
  return { rows, counts };
}

async function prepareGrpo(context: TrainingContext): Promise<PreparedRows> {
  const { recipe } = context;
  const settings = recipe.stages.grpo.rows;
  const teaching = await teachingOf(context);
  const { traces } = chosenSuccesses(teaching, Number.MAX_SAFE_INTEGER, new Random(recipe.seed));
  const rows = stateRows(traces, settings.most_states, recipe.seed);
  const rates = passRates(await samplesOf(context));
  const problems = settings.rollout_problems === 'mixed' ? mixedProblems(rates) : null;
  return {
    rows,
    counts: { states: rows.length, problems: new Set(rows.map(({ problem_id }) => problem_id)).size },
    problems,
  };
}

/** What the student of the first stage did on train problems. */
async function samplesOf({ folder, tools }: TrainingContext): Promise<readonly EpisodeTrace[]> {
  return await readEpisodes(folder.stage('rejection').samples, 'samples', tools);
}

/** What the teacher did, failures included. */
export async function teachingOf({
  folder,
  tools,
}: Pick<TrainingContext, 'folder' | 'tools'>): Promise<readonly EpisodeTrace[]> {
  return await readEpisodes(folder.stage('teacher').samples, 'teacher', tools);
}

async function rowsOf({ folder }: TrainingContext, stage: Stage): Promise<readonly SftRow[]> {
  return await readWrittenRows<SftRow>(folder.stage(stage).rows);
}

function isTrace(trace: Trace | string): trace is Trace {
  return typeof trace !== 'string';
}
