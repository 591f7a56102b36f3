import { join } from 'node:path';
import type { SignedWeights } from '../../chain/weights.ts';
import { ModelTraffic } from '../../gateway/model-traffic.ts';
import type { Search } from '../../market/search.ts';
import { ArenaChain } from '../../validator/arena-chain.ts';
import type { Log } from '../../validator/log.ts';
import type { OpenModels } from '../../validator/open-models.ts';
import type { SoundSandbox } from '../../validator/sound-sandbox.ts';
import { Validator } from '../../validator/validator.ts';
import { packageVersion } from '../package-version.ts';
import { STAKES, VALIDATOR_SETTINGS } from './demo-settings.ts';
import type { Participants } from './participants.ts';

/** A validator's chain client that remembers the latest weights that the chain accepted. */
class NotedChain extends ArenaChain {
  sent: SignedWeights | undefined;

  override async setWeights(weights: SignedWeights) {
    const receipt = await super.setWeights(weights);
    this.sent = weights;
    return receipt;
  }
}

export interface DemoValidator {
  readonly name: string;
  readonly hotkey: string;
  readonly chain: NotedChain;
  readonly worker: Validator;
}

export interface StartValidatorsOptions {
  readonly folder: string;
  readonly url: string;
  readonly people: Participants;
  readonly sandbox: SoundSandbox;
  readonly search: Search;
  readonly models: OpenModels;
  readonly creditDollars: number;
  /** Concurrent attempts in each of the three validators. */
  readonly workers: number;
  readonly wallMilliseconds: number;
  readonly log: Log;
}

/**
 * Three validators in this process, each with its own key, evidence and grading; they share one sandbox and one market.
 */
export function startValidators(place: StartValidatorsOptions): readonly DemoValidator[] {
  const { folder, url, people, sandbox, search, models, creditDollars, workers, wallMilliseconds, log } = place;
  const traffic = new ModelTraffic();
  return Object.keys(STAKES).map((name) => {
    const hotkey = people.hotkey(name);
    const client = people.client(name, url);
    const chain = new NotedChain(client);
    const worker = new Validator({
      client,
      hotkey,
      data: join(folder, 'validators', name),
      sandbox,
      search,
      examination: {
        models,
        workers,
        creditDollars,
        wallMilliseconds,
      },
      weights: { chain, netuid: () => chain.netuid() },
      programVersion: packageVersion(),
      log,
      traffic,
      settings: VALIDATOR_SETTINGS,
    });
    worker.start();
    return { name, hotkey: hotkey.address, chain, worker };
  });
}
