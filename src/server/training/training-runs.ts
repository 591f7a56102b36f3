import type { Arena } from '../../arena/arena.ts';
import { showableProblems } from '../../board/corpus.ts';
import { Fault } from '../../fault/fault.ts';
import { sha256 } from '../../store/sha256.ts';
import { hasSamples, RecordedSamples, samplesVersion } from '../../training/samples.ts';
import {
  ARMS_FILES,
  armsDocumentSchema,
  SUMMARY_FILE,
  type TrainingRun,
  type TrainingRuns,
  type TrainingSamples,
} from '../../training/summary.ts';
import { type FoundFile, foundFiles } from './found-files.ts';
import { type ReadTraining, readSummary } from './published-training.ts';
import { type BrokenFile, readPublicFile } from './read-public-file.ts';
import { withoutPaths } from './without-paths.ts';

type Origin = TrainingRuns['runs'][number]['measured'];

export interface TrainingFolders {
  readonly here: string | undefined;
  readonly elsewhere: string | undefined;
}

interface FoundRun {
  readonly run_id: string;
  readonly name: string;
  readonly measured: Origin;
  readonly file: FoundFile;
}

const ORIGINS = ['here', 'elsewhere'] as const satisfies readonly Origin[];
const MOST_LISTED = 100;
const MOST_EXPERIMENTS = 20;
const PLAIN_NAME = /^[\w.-]{1,60}$/;

interface ReadRun {
  readonly run: FoundRun;
  readonly training: ReadTraining;
}

const SAMPLES_MILLISECONDS = 10_000;

const readArms = (file: FoundFile) => readPublicFile(file, armsDocumentSchema);

/**
 * The run of the configured folder itself first, then newest first. Uses the times in the summaries, because a copied
 * folder has other file times.
 */
function inOrder(one: ReadRun, other: ReadRun): number {
  const trained = ({ training }: ReadRun): number => (training.ok ? Date.parse(training.summary.trained_at) : 0);
  return (
    Number(other.run.file.name === '') - Number(one.run.file.name === '') ||
    trained(other) - trained(one) ||
    (one.run.run_id < other.run.run_id ? -1 : 1)
  );
}

/** All training runs that the operator shows: those of this arena, and those measured elsewhere. */
export class TrainingRunsInFolders {
  readonly #arena: Pick<Arena, 'database'>;
  readonly #folders: TrainingFolders;
  readonly #onBroken: (broken: BrokenFile) => void;
  /** By path: the version of the file that was read last, and its content. */
  readonly #read = new Map<string, { readonly version: string; readonly training: Promise<ReadTraining> }>();
  readonly #experiments = new Map<string, { readonly version: string; readonly read: ReturnType<typeof readArms> }>();
  /** By folder of the run. */
  readonly #samples = new Map<
    string,
    { readonly version: string; readonly foundAt: number; readonly samples: RecordedSamples }
  >();

  constructor(arena: Pick<Arena, 'database'>, folders: TrainingFolders, onBroken: (broken: BrokenFile) => void) {
    this.#arena = arena;
    this.#folders = folders;
    this.#onBroken = onBroken;
  }

  async list(): Promise<TrainingRuns> {
    const found = (await this.#find([SUMMARY_FILE])).slice(0, MOST_LISTED);
    const read = await Promise.all(found.map(async (run) => ({ run, training: await this.#summaryOf(run) })));
    read.sort(inOrder);
    // By name: copied files have no order in time.
    const documents = (await this.#find(ARMS_FILES))
      .slice(0, MOST_EXPERIMENTS)
      .toSorted((one, other) => (one.file.name < other.file.name ? -1 : 1));
    const experiments = await Promise.all(documents.map(async (run) => ({ run, read: await this.#experimentOf(run) })));
    return {
      runs: read.flatMap(({ run: { run_id, name, measured, file }, training }) => {
        if (!training.ok) return [];
        const { recipe, model, corpus, trained_at, measured_on } = training.summary;
        const facts = { recipe, model, corpus, trained_at, measured_on, has_samples: hasSamples(file.folder) };
        return [{ run_id, name: name || recipe, measured, ...facts }];
      }),
      experiments: experiments.flatMap(({ run: { run_id, name, measured }, read: results }) =>
        results.ok ? [{ experiment_id: run_id, name: name || 'experiment', measured, results: results.value }] : [],
      ),
      unreadable: [...read.map(({ training }) => training), ...experiments.map((each) => each.read)].filter(
        ({ ok }) => !ok,
      ).length,
    };
  }

  async one(runId: string): Promise<TrainingRun | undefined> {
    const run = await this.#runCalled(runId);
    const training = await this.#summaryOf(run);
    if (!training.ok) return undefined;
    const { run_id, name, measured } = run;
    return {
      run_id,
      name: name || training.summary.recipe,
      measured,
      summary: training.summary,
      sampled_problems: [...(await this.#showable(run))],
    };
  }

  async samples(runId: string, problemId: string): Promise<TrainingSamples> {
    const run = await this.#runCalled(runId);
    const problems = await this.#showable(run);
    if (!problems.some(({ problem_id }) => problem_id === problemId)) {
      throw new Fault('ARTIFACT_NOT_FOUND', { message: 'This run has no recorded episode of this problem to show.' });
    }
    return { run_id: run.run_id, ...(await this.#samplesOf(run).at(problemId)) };
  }

  /** Leaves out problems that this arena hides, whatever suite they were measured in. */
  async #showable(run: FoundRun): Promise<TrainingRun['sampled_problems']> {
    const { problems } = this.#samplesOf(run);
    const ids = problems.map(({ problem_id }) => problem_id);
    const isShowable = await showableProblems(this.#arena, ids);
    return problems.filter((_, place) => isShowable[place]);
  }

  async #runCalled(runId: string): Promise<FoundRun> {
    const run = (await this.#find([SUMMARY_FILE])).find((each) => each.run_id === runId);
    if (run === undefined)
      throw new Fault('ARTIFACT_NOT_FOUND', { message: 'This arena publishes no such training run.' });
    return run;
  }

  async #find(names: readonly string[]): Promise<readonly FoundRun[]> {
    const found = await Promise.all(
      ORIGINS.map(async (measured) => {
        const folder = this.#folders[measured];
        const files = folder === undefined ? [] : await foundFiles(folder, names);
        return files.map((file) => {
          const name = PLAIN_NAME.test(file.name) ? file.name : withoutPaths(file.name).slice(0, 60);
          // A folder name may contain any characters, and an id is part of a URL.
          const id = file.name === '' ? 'run' : PLAIN_NAME.test(file.name) ? file.name : sha256(file.name).slice(0, 12);
          return { run_id: `${measured}.${id}`, name, measured, file };
        });
      }),
    );
    return found.flat();
  }

  /** Samples of a running evaluation change all the time, so they are searched only every few seconds. */
  #samplesOf({ file: { folder } }: FoundRun): RecordedSamples {
    const known = this.#samples.get(folder);
    const now = performance.now();
    if (known !== undefined && now - known.foundAt < SAMPLES_MILLISECONDS) return known.samples;
    const version = samplesVersion(folder);
    const samples = known?.version === version ? known.samples : new RecordedSamples(folder);
    this.#samples.set(folder, { version, foundAt: now, samples });
    return samples;
  }

  #experimentOf({ file }: FoundRun): ReturnType<typeof readArms> {
    const known = this.#experiments.get(file.path);
    if (known?.version === file.version) return known.read;
    const read = readArms(file);
    this.#experiments.set(file.path, { version: file.version, read });
    return read;
  }

  async #summaryOf({ file }: FoundRun): Promise<ReadTraining> {
    const known = this.#read.get(file.path);
    if (known?.version === file.version) return await known.training;
    const training = readSummary(file);
    this.#read.set(file.path, { version: file.version, training });
    const read = await training;
    if (!read.ok) this.#onBroken(read);
    return read;
  }
}
