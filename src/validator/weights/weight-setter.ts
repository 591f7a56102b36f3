import type { EmissionPolicy } from '../../arena/emission.ts';
import type { Chain } from '../../chain/chain.ts';
import { signWeights } from '../../chain/weights.ts';
import { Fault } from '../../fault/fault.ts';
import type { Hotkey } from '../../identity/hotkey.ts';
import type { ArenaApi } from '../arena/arena-api.ts';
import { failureFields, type Log } from '../log.ts';
import type { ValidatorMetrics } from '../work/metrics.ts';
import { agreedWeights } from './agreed-weights.ts';

/** The chain that weights are set on. */
export interface WeighedChain {
  readonly chain: Chain;
  readonly netuid: () => Promise<number>;
  /** The policy this validator requires; by default the one the arena publishes. */
  readonly policy?: EmissionPolicy;
}

export interface WeightSetterOptions extends WeighedChain {
  readonly api: ArenaApi;
  readonly hotkey: Hotkey;
  readonly intervalMilliseconds: number;
  readonly log: Log;
  readonly metrics: ValidatorMetrics;
}

/** A block may pass between requesting weights from the arena and reading the subnet; then try again. */
const LOOKS = 5;

/** Sets weights once in each epoch. A failure is retried at the next tick. */
export class WeightSetter {
  readonly #options: WeightSetterOptions;
  #timer: NodeJS.Timeout | undefined;
  #ticking: Promise<void> | undefined;
  #stopped = false;
  #lastEpoch: number | undefined;

  constructor(options: WeightSetterOptions) {
    this.#options = options;
  }

  /** The latest epoch whose weights are on the chain. */
  get lastEpoch(): number | undefined {
    return this.#lastEpoch;
  }

  start(): void {
    if (this.#stopped) return;
    this.#timer = setTimeout(
      () => {
        this.tick().finally(() => this.start());
      },
      this.#ticking === undefined ? 0 : this.#options.intervalMilliseconds,
    );
  }

  async stop(): Promise<void> {
    this.#stopped = true;
    clearTimeout(this.#timer);
    await this.#ticking;
  }

  async tick(): Promise<void> {
    this.#ticking = this.#tick();
    await this.#ticking;
  }

  async #tick(): Promise<void> {
    const { log, metrics } = this.#options;
    try {
      await this.#reveal();
      await this.#weigh();
    } catch (error) {
      metrics.weights.inc({ result: 'failed' });
      const again = Fault.isInstance(error) ? error.extra.send_again : undefined;
      const advice = Fault.isInstance(error) ? error.remedy : undefined;
      log.error('Weights could not be set.', {
        ...failureFields(error),
        send_again: typeof again === 'boolean' ? again : true,
        advice,
      });
    }
  }

  async #reveal(): Promise<void> {
    const { chain, log } = this.#options;
    for (const { block, reference } of (await chain.revealDue?.()) ?? []) {
      log.info('Committed weights are revealed.', { block, reference });
    }
  }

  async #weigh(): Promise<void> {
    const { api, hotkey, chain, netuid, log, metrics, policy } = this.#options;
    for (let look = 1; ; look++) {
      const salt = await api.weightSalt();
      if (salt.epoch_standings === null || salt.epoch_index === this.#lastEpoch) return;
      const metagraph = await chain.metagraph();
      const agreement = agreedWeights(salt, metagraph, policy ?? salt.emission_policy);
      if (agreement.agreed) {
        const { block } = metagraph;
        const signed = signWeights(agreement.weights, { netuid: await netuid(), block }, hotkey);
        const receipt = await chain.setWeights(signed);
        this.#lastEpoch = salt.epoch_index;
        metrics.weights.inc({ result: 'set' });
        const { block: inBlock, reference, revealRound } = receipt;
        log.info(revealRound === undefined ? 'Weights are set.' : 'Weights are committed.', {
          epoch: salt.epoch_index,
          block: inBlock,
          reference,
          ...(revealRound !== undefined && { reveal_round: Number(revealRound) }),
        });
        return;
      }
      if (agreement.sameBlock || look >= LOOKS) {
        metrics.weights.inc({ result: 'refused' });
        log.error("No weights are set: ours differ from the arena's.", {
          epoch: salt.epoch_index,
          reason: agreement.reason,
        });
        return;
      }
    }
  }
}
