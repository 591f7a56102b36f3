import type { Endpoint, Extra } from '../../chat/client.ts';
import { beginRun, type EvaluationResult, evaluate } from '../../evaluation/run.ts';
import type { HashedPlan } from '../../evaluation/sealed.ts';
import type { EvaluationSuite } from '../../evaluation/suites.ts';
import { makeFolder } from '../../store/files.ts';
import type { SampleSettings } from '../recipe/recipe-fields.ts';
import type { TrainingContext } from './training-context.ts';

/** A model that plays episodes: the student or a teacher. */
export interface Player {
  readonly endpoint: Endpoint;
  /** Name of the model at the endpoint. */
  readonly model: string;
  /** `house`, or a URL. */
  readonly address: string;
  readonly simulated: boolean;
  readonly concurrency: number;
  /** Finds out which request fields the endpoint accepts. */
  readonly negotiate: () => Promise<readonly Extra[]>;
}

export interface RunEpisodesOptions {
  readonly folder: string;
  readonly label: string;
  readonly player: Player;
  readonly suite: EvaluationSuite;
  readonly settings: SampleSettings;
  readonly greedy: boolean;
  readonly plan: HashedPlan | null;
  readonly onProgress: (done: number, of: number) => void;
}

/** The parts of a training context that episodes need. */
export type EpisodesContext = Pick<TrainingContext, 'recipe' | 'harness' | 'search' | 'clock' | 'ledger' | 'signal'>;

/**
 * Writes episodes in the format of an evaluation folder, so that they can be resumed and inspected like any
 * evaluation.
 */
export async function runEpisodes(context: EpisodesContext, options: RunEpisodesOptions): Promise<EvaluationResult> {
  const { recipe, harness, search, clock } = context;
  const { folder, label, player, suite, settings, greedy, plan } = options;
  makeFolder(folder);
  const run = await beginRun({
    folder,
    settings: {
      label,
      model: player.model,
      line: `${recipe.name}/${recipe.model.name}`,
      checkpoint: label,
      endpoint: player.address,
      simulated: player.simulated,
      harness: { size: harness.size, form: 'native', maxObservation: harness.maxObservation },
      k: settings.k,
      greedy,
      temperature: settings.temperature,
      topP: settings.top_p,
      maxTokens: recipe.harness.max_tokens,
      maxTurns: recipe.harness.max_turns,
      seed: settings.seed,
      suite,
      market: search.index,
      price: null,
      guardedAgainst: [],
    },
    negotiate: player.negotiate,
    ledger: context.ledger,
    plan,
    choose: false,
    burn: false,
  });
  const result = await evaluate({
    folder,
    run,
    problems: suite.problems,
    endpoint: player.endpoint,
    search,
    prices: null,
    concurrency: player.concurrency,
    signal: clock.signal(settings.deadline_seconds, context.signal),
    onProgress: options.onProgress,
  });
  // An interrupt ends the whole run; a limit ends only these episodes.
  context.signal.throwIfAborted();
  return result;
}
