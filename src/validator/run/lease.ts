import type { WorkReport } from '../../arena/wire.ts';
import type { ArenaApi } from '../arena/arena-api.ts';
import type { Backoff } from '../arena/backoff.ts';
import { isRunOver, retryUntilAnswered } from '../arena/retry-until-answered.ts';
import { failureFields, type Log } from '../log.ts';
import type { ValidatorMetrics } from '../work/metrics.ts';

export interface LeaseOptions {
  readonly api: ArenaApi;
  readonly runId: string;
  readonly heartbeatMilliseconds: number;
  readonly report: () => WorkReport;
  readonly delivery: Backoff;
  readonly log: Log;
  readonly metrics: ValidatorMetrics;
}

/**
 * Renews the lease of a run on a separate timer, independent of other work. The validator holds the run as long as the
 * lease. When the arena reports that it is over, `lost` fires with that error, and no further work on the run counts.
 */
export class Lease {
  readonly #options: LeaseOptions;
  readonly #lost = new AbortController();
  #timer: NodeJS.Timeout | undefined;
  #ended = false;

  constructor(options: LeaseOptions) {
    this.#options = options;
  }

  get lost(): AbortSignal {
    return this.#lost.signal;
  }

  /** Sends the first heartbeat to check that the lease is valid; throws when it is not. */
  async open(signal?: AbortSignal): Promise<void> {
    await retryUntilAnswered(() => this.#beat(), { backoff: this.#options.delivery, signal });
    this.#schedule(this.#options.heartbeatMilliseconds);
  }

  /** Ends the lease because of an error that the arena returned to another request. */
  lose(reason: unknown): void {
    this.close();
    this.#lost.abort(reason);
  }

  close(): void {
    this.#ended = true;
    clearTimeout(this.#timer);
  }

  #schedule(milliseconds: number): void {
    if (this.#ended) return;
    this.#timer = setTimeout(async () => {
      const { heartbeatMilliseconds, delivery, log, metrics } = this.#options;
      try {
        await this.#beat();
        this.#schedule(heartbeatMilliseconds);
      } catch (error) {
        if (this.#ended) return;
        if (isRunOver(error)) return this.lose(error);
        metrics.heartbeatFailures.inc();
        log.warn('A heartbeat was not answered; it is sent again.', failureFields(error));
        this.#schedule(Math.min(heartbeatMilliseconds, delivery.first));
      }
    }, milliseconds);
  }

  async #beat(): Promise<void> {
    const { api, runId, report } = this.#options;
    await api.heartbeat(runId, report());
  }
}
