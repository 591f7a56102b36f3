import type { Arena } from '../../arena/arena.ts';
import { newestReleaseNumber } from '../../arena/corpus.ts';
import { readValidatorCapacity, waitingForValidators } from '../../arena/queue.ts';
import { suitesQuery } from '../suites/find-suite.ts';
import type { ArenaOverviewWire } from '../wire/arena-overview-wire.ts';
import { toTimestamp } from '../wire/timestamp.ts';

/** Settings of the operator that are not in the database. */
export interface ArenaFacts extends Pick<ArenaOverviewWire, 'name' | 'network' | 'registration' | 'simulated'> {
  /** Number of models that agents may use. */
  readonly models: number;
  /** Whether the operator shows a corpus from a folder instead of the releases of the arena. */
  readonly hasCorpusFolder: boolean;
}

/** The arena's main facts, and what is still missing before agents can be submitted and scored. */
export async function arenaOverview(
  { database, policy, now }: Pick<Arena, 'database' | 'policy' | 'now'>,
  { models, hasCorpusFolder, ...facts }: ArenaFacts,
): Promise<ArenaOverviewWire> {
  return await database.withSnapshot(async (reader) => {
    const suite = await suitesQuery(reader).where('is_active', '=', true).executeTakeFirst();
    const { connected } = await readValidatorCapacity(reader, now());
    const required = Math.max(policy.queue.requiredSuccesses, policy.queue.raceRequiredSuccesses);
    const missing = Math.max(0, required - connected.length);
    return {
      ...facts,
      suite: suite === undefined ? null : { suite_id: suite.suite_id, problem_count: suite.problem_count },
      validators: { required, connected: connected.length, missing },
      waiting_for: [
        ...(suite === undefined ? [NO_PROBLEMS] : []),
        ...(models === 0 ? [NO_MODELS] : []),
        ...(missing === 0 ? [] : [noValidators({ missing, required, connected: connected.length })]),
      ],
      cooldown_seconds: {
        full: policy.submissions.cooldownSeconds,
        reduced: policy.submissions.reducedCooldownSeconds,
      },
      has_corpus: hasCorpusFolder || (await newestReleaseNumber(reader)) !== undefined,
      computed_at: toTimestamp(now()),
    };
  });
}

type Waiting = ArenaOverviewWire['waiting_for'][number];

const NO_PROBLEMS: Waiting = {
  what: 'problems',
  message: 'Waiting for problems: no qualifying suite is active, so agents cannot be submitted yet.',
  remedy: 'Create a suite and activate it: `assay admin suite create FILE --activate --wallet operator`.',
};

const NO_MODELS: Waiting = {
  what: 'models',
  message: 'Waiting for models: agents have no model to use.',
  remedy: 'Set `simulated`, `preset` or `models` in arena.json and restart the server.',
};

const START = 'Each runs `assay validator --wallet NAME`.';
const FEWER =
  'If one is enough: `assay admin policy set queue.requiredSuccesses 1 --why WHY --wallet operator`, and the same for queue.raceRequiredSuccesses.';

function noValidators(counts: Parameters<typeof waitingForValidators>[0]): Waiting {
  return {
    what: 'validators',
    message: waitingForValidators(counts),
    remedy: counts.required === 1 ? START : `${START} ${FEWER}`,
  };
}
