import type { ArenaFacts } from '../../board/overview.ts';
import type { Services } from './services.ts';

/** The public facts from the configuration of the arena. */
export function arenaFactsOf({ identity, chain, registration, inference, corpusFolder }: Services): ArenaFacts {
  return {
    name: identity.signatures.arena,
    network: chain === undefined ? 'subtensor' : 'local',
    registration,
    simulated: inference.simulated,
    models: inference.models.length,
    hasCorpusFolder: corpusFolder !== undefined,
  };
}
