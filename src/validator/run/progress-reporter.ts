import type { ProblemUpdate } from '../../arena/wire.ts';
import type { ArenaApi } from '../arena/arena-api.ts';
import type { Backoff } from '../arena/backoff.ts';
import { isRunOver, retryUntilAnswered } from '../arena/retry-until-answered.ts';
import { failureFields, type Log } from '../log.ts';
import type { ValidatorMetrics } from '../work/metrics.ts';

export interface ReporterOptions {
  readonly api: ArenaApi;
  readonly runId: string;
  readonly intervalMilliseconds: number;
  readonly delivery: Backoff;
  /** All results so far: each report replaces the earlier ones, so that a lost report does no harm. */
  readonly updates: () => readonly ProblemUpdate[];
  readonly onRunOver: (reason: unknown) => void;
  readonly log: Log;
  readonly metrics: ValidatorMetrics;
}

/** Reports the progress of a run to the arena whenever something changes, at most every few seconds. */
export class ProgressReporter {
  readonly #options: ReporterOptions;
  #timer: NodeJS.Timeout | undefined;
  #sending: Promise<void> = Promise.resolve();
  #lastSent = Number.NEGATIVE_INFINITY;
  #closed = false;

  constructor(options: ReporterOptions) {
    this.#options = options;
  }

  /** Schedules a report, because something has changed. */
  note(): void {
    if (this.#closed || this.#timer !== undefined) return;
    const wait = Math.max(0, this.#lastSent + this.#options.intervalMilliseconds - performance.now());
    this.#timer = setTimeout(() => {
      this.#timer = undefined;
      this.#lastSent = performance.now();
      this.#sending = this.#sending.then(() => this.#send());
    }, wait);
  }

  /** Sends these updates and resolves when the arena has them; no further reports are scheduled. */
  async flush(updates: readonly ProblemUpdate[], signal?: AbortSignal): Promise<void> {
    await this.close();
    if (updates.length === 0) return;
    const { api, runId, delivery, metrics, log } = this.#options;
    await retryUntilAnswered(() => api.progress(runId, updates), {
      backoff: delivery,
      signal,
      onPause: (error, pause) => {
        metrics.deliveryPauses.inc({ what: 'progress' });
        log.warn('Results could not be sent; they are retried.', { ...failureFields(error), pause_ms: pause });
      },
    });
  }

  /** Sends once, without retries. */
  async say(updates: readonly ProblemUpdate[]): Promise<void> {
    const { api, runId, log } = this.#options;
    try {
      if (updates.length > 0) await api.progress(runId, updates);
    } catch (error) {
      log.warn('The last results could not be reported.', failureFields(error));
    }
  }

  async close(): Promise<void> {
    this.#closed = true;
    clearTimeout(this.#timer);
    await this.#sending;
  }

  async #send(): Promise<void> {
    const { api, runId, updates, onRunOver, log, metrics } = this.#options;
    try {
      const known = updates();
      if (known.length > 0) await api.progress(runId, known);
    } catch (error) {
      if (isRunOver(error)) return onRunOver(error);
      metrics.deliveryPauses.inc({ what: 'progress' });
      log.warn('Progress could not be reported; it is included in the next report.', failureFields(error));
      this.note();
    }
  }
}
