import type { ClockWatch } from '../../clock/clock-watch.ts';
import type { Database, HeldLeadership } from '../../store/database.ts';
import type { ServerMetrics } from '../metrics/server-metrics.ts';
import type { OutageLog } from './outage-log.ts';

/** A periodic task that only one process may run. Running it too often does no harm. */
export interface Duty {
  readonly name: string;
  /** Not run while the clock is in doubt after a jump: its effects cannot be undone when the clock is corrected. */
  readonly needs?: 'settled clock' | 'confirmed clock';
  run(): Promise<void>;
}

export interface HousekeepingStatus {
  readonly leads: boolean;
  readonly rounds: number;
  readonly failures: number;
  readonly lastRoundAt: number | undefined;
  readonly lastRoundMilliseconds: number;
  readonly intervalMilliseconds: number;
}

interface HousekeepingOptions {
  readonly database: Pick<Database<unknown>, 'lead'>;
  readonly duties: readonly Duty[];
  readonly metrics: ServerMetrics;
  /** Where failures are written. */
  readonly outages: OutageLog;
  readonly intervalMilliseconds: number;
  readonly clock?: ClockWatch;
}

/**
 * Of all processes on a database, one runs the duties in order, repeatedly; another takes over when it dies. A failed
 * duty is reported and retried in the next round, and the others continue.
 */
export class Housekeeping {
  readonly #options: HousekeepingOptions;
  #leadership: HeldLeadership | undefined;
  #timer: NodeJS.Timeout | undefined;
  #round: Promise<void> | undefined;
  #stopped = false;
  #status = { rounds: 0, failures: 0, lastRoundAt: undefined as number | undefined, lastRoundMilliseconds: 0 };

  constructor(options: HousekeepingOptions) {
    this.#options = options;
  }

  get status(): HousekeepingStatus {
    const { intervalMilliseconds } = this.#options;
    return { leads: this.#leadership !== undefined, ...this.#status, intervalMilliseconds };
  }

  start(): void {
    this.#schedule(0);
  }

  async stop(): Promise<void> {
    this.#stopped = true;
    clearTimeout(this.#timer);
    await this.#round;
    await this.#leadership?.resign();
    this.#leadership = undefined;
  }

  #schedule(milliseconds: number): void {
    if (this.#stopped) return;
    this.#timer = setTimeout(() => {
      this.#round = this.#run().finally(() => this.#schedule(this.#options.intervalMilliseconds));
    }, milliseconds);
  }

  async #run(): Promise<void> {
    const { database, duties, metrics, clock } = this.#options;
    clock?.check();
    if (this.#leadership?.ended.aborted) this.#leadership = undefined;
    this.#leadership ??= await this.#guard('lead', () => database.lead('housekeeping'));
    metrics.leads.set(this.#leadership === undefined ? 0 : 1);
    if (this.#leadership === undefined) return;
    const started = performance.now();
    for (const { name, run, needs } of duties) {
      if (this.#stopped || this.#leadership.ended.aborted) return;
      if (clock !== undefined && !isDependable(clock, needs)) continue;
      await this.#guard(name, run);
    }
    this.#status.rounds++;
    this.#status.lastRoundAt = Date.now();
    this.#status.lastRoundMilliseconds = performance.now() - started;
  }

  async #guard<T>(name: string, work: () => Promise<T>): Promise<T | undefined> {
    const { metrics, outages } = this.#options;
    const part = `duty ${name}`;
    try {
      const done = await work();
      outages.works(part, { duty: name }, 'housekeeping works again');
      return done;
    } catch (error) {
      this.#status.failures++;
      metrics.housekeepingFailures.inc({ duty: name });
      outages.failed(part, error, { duty: name }, 'housekeeping failed');
      return undefined;
    }
  }
}

function isDependable(clock: ClockWatch, needs: Duty['needs']): boolean {
  if (needs === undefined) return true;
  return needs === 'settled clock' ? clock.isSettled : clock.isConfirmed;
}
