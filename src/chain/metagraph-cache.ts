import type { Metagraph as KnownSubnet, Neuron as Participant } from '../identity/access.ts';
import type { Chain } from './chain.ts';

const RAO_PER_TAO = 1e9;

export interface MetagraphCacheOptions {
  /** Seconds by the real clock, whatever clock the arena runs on: whether knowledge is stale does not depend on the latter. */
  readonly clock?: () => number;
  readonly everySeconds?: number;
  /** Told when the chain could not be asked. What was known stays, and grows old. */
  readonly onFailure?: (error: unknown) => void;
}

/** Who is registered, asked of a chain now and then, so that no request has to wait for it. */
export class MetagraphCache implements KnownSubnet {
  readonly #chain: Pick<Chain, 'metagraph'>;
  readonly #clock: () => number;
  readonly #everySeconds: number;
  readonly #onFailure: (error: unknown) => void;
  #participants: ReadonlyMap<string, Participant> = new Map();
  #syncedAt: number | undefined;
  #asking: Promise<void> | undefined;

  constructor(
    chain: Pick<Chain, 'metagraph'>,
    { clock = () => Date.now() / 1_000, everySeconds = 300, onFailure = () => {} }: MetagraphCacheOptions = {},
  ) {
    this.#chain = chain;
    this.#clock = clock;
    this.#everySeconds = everySeconds;
    this.#onFailure = onFailure;
  }

  get syncedAt(): number | undefined {
    return this.#syncedAt;
  }

  find(hotkey: string): Participant | undefined {
    return this.#participants.get(hotkey);
  }

  /** Asks now. Concurrent callers wait for the same answer. */
  async refresh(): Promise<void> {
    this.#asking ??= this.#ask().finally(() => {
      this.#asking = undefined;
    });
    await this.#asking;
  }

  /** Asks now and from then on at intervals, until the function it returns is called. */
  async start(): Promise<() => void> {
    const refresh = async (): Promise<void> => await this.refresh().catch(this.#onFailure);
    await refresh();
    const timer = setInterval(refresh, this.#everySeconds * 1_000);
    timer.unref();
    return () => clearInterval(timer);
  }

  async #ask(): Promise<void> {
    // The time of the question: the answer may be older than its arrival.
    const askedAt = this.#clock();
    const { neurons } = await this.#chain.metagraph();
    this.#participants = new Map(
      neurons.map(({ hotkey, validatorPermit, stake }) => [
        hotkey,
        { validatorPermit, stakeWeight: Number(stake) / RAO_PER_TAO },
      ]),
    );
    this.#syncedAt = askedAt;
  }
}
