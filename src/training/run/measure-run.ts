import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { harnessOf } from '../../evaluation/harness.ts';
import { loadMeasuredRun, type MeasuredRun, type RunSummary, summariseRun } from '../../evaluation/report.ts';
import { heldOutName, readOpenings } from '../../evaluation/sealed.ts';
import { type EvaluationSuite, requireMarket, requireNoLeak } from '../../evaluation/suites.ts';
import { Fault } from '../../fault/fault.ts';
import { indexPath } from '../../market/market-folder.ts';
import { ThreadedSearch } from '../../market/search.ts';
import { replaceFile, withFolderLock } from '../../store/files.ts';
import { STAGES, type Start } from '../recipe/stage.ts';
import { writeReport } from '../summary/write-report.ts';
import { templateHash } from '../trainer/trainer-home.ts';
import { studentPlayer } from './players.ts';
import { RunClock } from './run-clock.ts';
import { type EpisodesContext, runEpisodes } from './run-episodes.ts';
import { adapterOf, RunFolder } from './run-folder.ts';
import { readInputs, requireTemplate } from './run-inputs.ts';
import { TrainerSession } from './trainer-session.ts';
import type { WatchTraining } from './watch-training.ts';

export interface MeasureOptions {
  readonly run: string;
  readonly suite: EvaluationSuite;
  /** Default: the untrained model and every stage with an adapter. */
  readonly stages?: readonly Start[] | undefined;
  /** 0 plays one episode per problem; other temperatures play `samples` episodes. */
  readonly temperatures: readonly number[];
  /** Default: the number in the recipe. */
  readonly samples?: number | undefined;
  readonly market: string;
  readonly ledger: string;
  readonly python: string;
  readonly home: string;
  readonly signal: AbortSignal;
  readonly watch: WatchTraining;
}

export interface MeasuredAt {
  readonly folder: string;
  readonly runs: readonly RunSummary[];
}

const LOCK_TIMEOUT_MILLISECONDS = 1_000;

/**
 * Measures stages of a trained run at several temperatures with one trainer process. Episodes are kept in
 * `measurements/SUITE/STAGE-at-T`; a later call does not repeat them.
 */
export async function measureRun(options: MeasureOptions): Promise<MeasuredAt> {
  const folder = new RunFolder(options.run);
  const { recipe, inputs } = readInputs(folder);
  requireTemplate({ ...recipe, template_sha256: inputs.template_sha256 }, templateHash(options.home));
  requireOpen(options.suite, options.ledger);
  const stages = stagesOf(folder, options.stages);
  await requireUntrained(folder, recipe.suites.train, options.suite);
  const search = ThreadedSearch.open(indexPath(options.market), 1);
  const place = folder.measurements(options.suite.name);
  const context = {
    recipe,
    folder,
    search,
    harness: harnessOf(recipe.harness.tools, 'native', recipe.harness.max_observation),
    ledger: options.ledger,
    clock: new RunClock(null, 0),
    signal: options.signal,
    watch: options.watch,
  };
  const session = new TrainerSession(context, options);
  try {
    requireMarket(options.suite, search.index, options.market);
    return await withFolderLock(
      place,
      async () => {
        const measured: MeasuredRun[] = [];
        for (const stage of stages) measured.push(...(await measureAt(context, session, stage, place, options)));
        await writeReport(join(place, 'report'), measured, null);
        const runs = measured.map(summariseRun);
        const text = `${JSON.stringify({ suite: options.suite.name, runs }, null, 2)}\n`;
        await replaceFile(join(place, 'measurements.json'), async (aside) => writeFileSync(aside, text));
        return { folder: place, runs };
      },
      LOCK_TIMEOUT_MILLISECONDS,
    );
  } finally {
    await session.stop();
    await search.close();
  }
}

interface MeasureContext extends EpisodesContext {
  readonly folder: RunFolder;
  readonly watch: WatchTraining;
}

async function measureAt(
  context: MeasureContext,
  session: TrainerSession,
  stage: Start,
  place: string,
  { suite, temperatures, samples }: MeasureOptions,
): Promise<readonly MeasuredRun[]> {
  const { recipe, watch } = context;
  const measured: MeasuredRun[] = [];
  for (const temperature of temperatures) {
    watch({ event: 'begin', stage, doing: 'evaluation' });
    const student = await session.student();
    await student.use(adapterOf(context, stage));
    const own = join(place, `${stage}-at-${temperature}`);
    const k = temperature === 0 ? 1 : (samples ?? recipe.evaluation.k);
    const { measured: episodes, episodes: expected } = await runEpisodes(context, {
      folder: own,
      label: `${stage} at ${temperature}`,
      player: studentPlayer(student, recipe),
      suite,
      settings: { ...recipe.evaluation, k, temperature, deadline_seconds: null },
      greedy: false,
      plan: null,
      onProgress: (done, of) => watch({ event: 'progress', stage, doing: 'evaluation', done, of }),
    });
    const run = loadMeasuredRun(own);
    const rate = summariseRun(run).pass_at_1?.value ?? null;
    watch({ event: 'measured', stage, temperature, pass_at_1: rate, complete: episodes === expected });
    measured.push(run);
  }
  return measured;
}

function stagesOf(folder: RunFolder, picked: readonly Start[] | undefined): readonly Start[] {
  if (picked === undefined) return ['base', ...STAGES.filter((stage) => folder.hasAdapter(stage))];
  const missing = picked.find((stage) => stage !== 'base' && !folder.hasAdapter(stage));
  if (missing === undefined) return picked;
  throw new Fault('FILE_NOT_FOUND', {
    message: `${folder.root} has no adapter of stage ${missing}.`,
    remedy: 'Train it first with `assay train run`, or measure another stage.',
  });
}

function requireOpen(suite: EvaluationSuite, ledger: string): void {
  const ids = suite.problems.map(({ id }) => id);
  const name = suite.kind === 'heldout' ? suite.name : heldOutName(ids, readOpenings(ledger));
  if (name === undefined) return;
  throw new Fault('PROBLEM_SEALED', {
    message: `${suite.name} holds problems of ${name}, which is held out. Measuring at several temperatures would open it several times.`,
    remedy: 'Name a dev suite. `assay eval run` measures the final model on a held-out one, once.',
  });
}

/** The run was checked only against its own dev suite, and this may be a different suite. */
async function requireUntrained(folder: RunFolder, trainSuite: string, suite: EvaluationSuite): Promise<void> {
  await requireNoLeak(suite, [trainSuite, ...folder.conversationRows()]);
}
