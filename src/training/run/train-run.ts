import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { harnessOf } from '../../evaluation/harness.ts';
import { Fault } from '../../fault/fault.ts';
import { withFolderLock } from '../../store/files.ts';
import { sha256 } from '../../store/sha256.ts';
import type { Recipe } from '../recipe/recipe-schema.ts';
import { neededBefore, STAGES, type Stage } from '../recipe/stage.ts';
import { readCorpus, type TrainingCorpus } from '../rows/read-corpus.ts';
import { requireTrainable } from '../rows/require-trainable.ts';
import { problemAsked } from '../rows/trained-question.ts';
import type { TrainingSummary } from '../summary/training-summary.ts';
import { templateHash } from '../trainer/trainer-home.ts';
import { RunClock } from './run-clock.ts';
import { RunFolder } from './run-folder.ts';
import { requireSameInputs, requireTemplate, runSources } from './run-inputs.ts';
import { keptPlan } from './run-plan.ts';
import { runStages } from './run-stages.ts';
import { keptRows, type RowsMark } from './stage-rows.ts';
import { keptTraining } from './train-stage.ts';
import { TrainerSession } from './trainer-session.ts';
import type { TrainingContext } from './training-context.ts';
import { openMarket, type TrainingSuites } from './training-suites.ts';
import type { WatchTraining } from './watch-training.ts';

export interface TrainRunOptions {
  readonly recipe: Recipe;
  readonly suites: TrainingSuites;
  readonly stages: readonly Stage[];
  readonly out: string;
  /** Folder of a release. Not needed if the rows of every stage are already in the folder. */
  readonly corpus: string | undefined;
  readonly market: string;
  readonly ledger: string;
  readonly python: string;
  /** Folder of the trainer's package. */
  readonly home: string;
  /** Overrides the recipe's deadline. */
  readonly deadlineSeconds?: number | undefined;
  readonly signal: AbortSignal;
  readonly watch: WatchTraining;
}

const LOCK_TIMEOUT_MILLISECONDS = 1_000;

/**
 * Trains a model through the selected stages and resumes where an earlier execution in the same folder stopped. Every
 * finished step writes a mark. A step that was killed is repeated or continues from its own checkpoint.
 */
export async function trainRun(options: TrainRunOptions): Promise<TrainingSummary> {
  const { recipe, suites, out } = options;
  const clock = new RunClock(options.deadlineSeconds ?? recipe.deadline_seconds, recipe.export_seconds);
  const template = templateHash(options.home);
  requireTemplate(recipe, template);
  const harness = harnessOf(recipe.harness.tools, 'native', recipe.harness.max_observation);
  const search = openMarket(options.market, suites);
  try {
    const { prompt, unseen_products: unseen } = recipe.stages.sft.rows;
    const corpusOptions = { prompt, harness, maxObservation: harness.maxObservation, unseen };
    const market = search.index;
    const corpus =
      options.corpus === undefined
        ? placedRows(requirePlaced(new RunFolder(out), options.stages))
        : await readCorpus(options.corpus, corpusOptions, suites, market);
    const questions = suites.train.problems.map((problem) => problemAsked(problem, market));
    requireTrainable([corpus.asked, { name: suites.train.name, questions }], suites.guarded, market);
    return await withFolderLock(
      out,
      async () => {
        const folder = new RunFolder(out);
        const inputs = {
          corpus: { name: corpus.name, manifest: corpus.manifest, simulated: corpus.simulated },
          template_sha256: template,
          ...runSources(suites, market),
          adapter_sha256: startHash(recipe),
        };
        await requireSameInputs(folder, recipe, inputs);
        const context: TrainingContext = {
          recipe,
          inputs,
          folder,
          suites,
          search,
          corpus,
          harness,
          tools: JSON.stringify(harness.schemas),
          plan: await keptPlan(folder, recipe, suites.dev.name),
          ledger: options.ledger,
          clock,
          watch: options.watch,
          signal: options.signal,
        };
        requireStages(recipe, options.stages, (stage) => keptTraining(context, stage) !== undefined);
        const session = new TrainerSession(context, options);
        try {
          return await runStages(context, session, options.stages);
        } finally {
          await session.stop();
        }
      },
      LOCK_TIMEOUT_MILLISECONDS,
    );
  } finally {
    await search.close();
  }
}

/** Marks of the stages' rows, which cannot be created without a corpus. */
function requirePlaced(folder: RunFolder, stages: readonly Stage[]): readonly RowsMark[] {
  return stages.map((stage) => {
    const mark = keptRows({ folder }, stage);
    if (mark !== undefined) return mark;
    throw new Fault('USAGE', {
      message: `A run needs a corpus to train on, and ${folder.stage(stage).rows} has no rows for ${stage}.`,
      remedy:
        'Name the folder of a release with --corpus (`assay corpus build` makes one), or --out with an arm of `assay train ablation`.',
    });
  });
}

/** A stage needs the output of earlier stages, from this execution or an earlier one in the same folder. */
export function requireStages(recipe: Recipe, picked: readonly Stage[], isTrained: (stage: Stage) => boolean): void {
  for (const stage of STAGES.filter((each) => picked.includes(each))) {
    const missing = neededBefore(stage, recipe.stages[stage].start).find(
      (each) => !picked.includes(each) && !isTrained(each),
    );
    if (missing === undefined) continue;
    throw new Fault('USAGE', {
      message: `Stage ${stage} needs the output of ${missing}, which is neither selected nor in the folder.`,
      remedy: `Select it too: --stage ${[missing, ...picked].join(',')}`,
    });
  }
}

function startHash({ model: { adapter } }: Recipe): string | null {
  if (adapter === null) return null;
  const index = join(adapter, 'adapter.json');
  if (existsSync(index)) return sha256(readFileSync(index));
  throw new Fault('FILE_NOT_FOUND', {
    message: `There is no adapter in ${adapter}, which the recipe starts from.`,
    remedy: 'Set model.adapter to a folder that contains adapter.json, such as adapters/sft of a run.',
  });
}

/** Facts about rows that are already in the folder of a run. */
interface PlacedRows {
  readonly sha256: string;
  readonly counts: Readonly<Record<string, unknown>>;
}

/** Replaces the corpus in a run whose rows were all placed in its folder, such as an arm of an ablation. */
function placedRows(marks: readonly PlacedRows[]): TrainingCorpus {
  const name = 'rows in the folder';
  return {
    name,
    manifest: sha256(marks.map((mark) => mark.sha256).join()),
    traces: [],
    asked: { name, questions: [], quotes: [] },
    // Rows without this field may come from a simulated model, so they count as simulated.
    simulated: marks.some(({ counts }) => counts.simulated !== false),
  };
}
