import type { Harness } from '../../evaluation/harness.ts';
import type { HashedPlan } from '../../evaluation/sealed.ts';
import type { ThreadedSearch } from '../../market/search.ts';
import type { Recipe } from '../recipe/recipe-schema.ts';
import type { TrainingCorpus } from '../rows/read-corpus.ts';
import type { RunClock } from './run-clock.ts';
import type { RunFolder } from './run-folder.ts';
import type { RunInputs } from './run-inputs.ts';
import type { TrainingSuites } from './training-suites.ts';
import type { WatchTraining } from './watch-training.ts';

/** Context shared by all steps of a run. */
export interface TrainingContext {
  readonly recipe: Recipe;
  readonly inputs: RunInputs;
  readonly folder: RunFolder;
  readonly suites: TrainingSuites;
  readonly search: ThreadedSearch;
  readonly corpus: TrainingCorpus;
  readonly harness: Harness;
  /** The harness's schemas as JSON text, as in rows. */
  readonly tools: string;
  readonly plan: HashedPlan;
  /** Access ledger of held-out suites. */
  readonly ledger: string;
  readonly clock: RunClock;
  readonly watch: WatchTraining;
  readonly signal: AbortSignal;
}
