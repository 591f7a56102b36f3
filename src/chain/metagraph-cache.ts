import type { Metagraph as KnownSubnet, Neuron as Participant } from '../identity/access.ts';
import type { Chain } from './chain.ts';

const RAO_PER_TAO = 1e9;

export interface MetagraphCacheOptions {
  /** Real time in seconds, even if the arena runs on another clock: staleness depends on real time. */
  readonly clock?: () => number;
  readonly everySeconds?: number;
  /** Least time between the end of a query and the start of one that an unknown hotkey causes. */
  readonly leastSeconds?: number;
  /** Called when the chain could not be queried. The cached values stay and become stale. */
  readonly onFailure?: (error: unknown) => void;
  /** Called whenever the chain has answered. */
  readonly onSuccess?: () => void;
}

/** The registered hotkeys, refreshed from a chain at intervals, so that no request has to wait for it. */
export class MetagraphCache implements KnownSubnet {
  readonly #chain: Pick<Chain, 'metagraph'>;
  readonly #clock: () => number;
  readonly #everySeconds: number;
  readonly #leastSeconds: number;
  readonly #onFailure: (error: unknown) => void;
  readonly #onSuccess: () => void;
  #participants: ReadonlyMap<string, Participant> = new Map();
  #syncedAt: number | undefined;
  /** When the last query ended, answered or not. */
  #endedAt = Number.NEGATIVE_INFINITY;
  #asking: Promise<void> | undefined;
  #askingNext: Promise<void> | undefined;

  constructor(
    chain: Pick<Chain, 'metagraph'>,
    {
      clock = () => Date.now() / 1_000,
      everySeconds = 300,
      leastSeconds = 12,
      onFailure = () => {},
      onSuccess = () => {},
    }: MetagraphCacheOptions = {},
  ) {
    this.#chain = chain;
    this.#clock = clock;
    this.#everySeconds = everySeconds;
    this.#leastSeconds = leastSeconds;
    this.#onFailure = onFailure;
    this.#onSuccess = onSuccess;
  }

  get syncedAt(): number | undefined {
    return this.#syncedAt;
  }

  find(hotkey: string): Participant | undefined {
    return this.#participants.get(hotkey);
  }

  /**
   * Queries the chain. The query begins after the call: one that is already under way may lack what the caller has just
   * changed, such as a registration. Concurrent callers share the next one.
   */
  async refresh(): Promise<void> {
    if (this.#asking !== undefined) {
      this.#askingNext ??= this.#asking
        .catch(() => {})
        .then(async () => {
          this.#askingNext = undefined;
          await this.refresh();
        });
      return await this.#askingNext;
    }
    this.#asking = this.#ask().finally(() => {
      this.#endedAt = this.#clock();
      this.#asking = undefined;
    });
    await this.#asking;
  }

  /**
   * Queries the chain for a caller whose hotkey is unknown, so that a new registration counts before the next regular
   * refresh. Anyone can make hotkeys, so all such callers together cause at most one query per `leastSeconds`, and those
   * that come during a query share it. The pause begins when a query ends: with a slow chain there would be no pause.
   */
  async refreshIfDue(): Promise<void> {
    // An age below zero means that the clock was set back.
    const age = this.#clock() - this.#endedAt;
    const isDue = !(age >= 0 && age < this.#leastSeconds);
    if (this.#asking === undefined && isDue) await this.refresh().catch(this.#onFailure);
    else await this.#asking?.catch(() => {});
  }

  /** Refreshes now and then at intervals, until the returned function is called. */
  async start(): Promise<() => void> {
    const refresh = async (): Promise<void> => await this.refresh().catch(this.#onFailure);
    await refresh();
    const timer = setInterval(refresh, this.#everySeconds * 1_000);
    timer.unref();
    return () => clearInterval(timer);
  }

  async #ask(): Promise<void> {
    // Time of the request: the data may be older than the response.
    const askedAt = this.#clock();
    const { neurons } = await this.#chain.metagraph();
    this.#participants = new Map(
      neurons.map(({ hotkey, validatorPermit, stake }) => [
        hotkey,
        { validatorPermit, stakeWeight: Number(stake) / RAO_PER_TAO },
      ]),
    );
    this.#syncedAt = askedAt;
    this.#onSuccess();
  }
}
