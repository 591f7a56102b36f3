import type { AttemptStore } from '../../attempt/record.ts';
import type { ClockWatch } from '../../clock/clock-watch.ts';
import { failureFields } from '../log.ts';
import type { ValidatorOptions } from '../validator-options.ts';
import { cleanEvidence } from './clean-evidence.ts';

const EVERY_MILLISECONDS = 3_600_000;

interface KeeperOptions extends Pick<ValidatorOptions, 'retention' | 'log'> {
  readonly clock: Pick<ClockWatch, 'isSettled'>;
}

/** Applies the retention rules of a running validator: at its start, and every hour. */
export class EvidenceRetention {
  readonly #store: AttemptStore;
  readonly #options: KeeperOptions;
  #timer: NodeJS.Timeout | undefined;
  #cleaning: Promise<void> = Promise.resolve();

  constructor(store: AttemptStore, options: KeeperOptions) {
    this.#store = store;
    this.#options = options;
  }

  start(): void {
    const { days, bytes } = this.#options.retention ?? {};
    if (days === undefined && bytes === undefined) return;
    const clean = (): void => {
      this.#cleaning = this.#cleaning.then(() => this.#clean());
    };
    clean();
    this.#timer = setInterval(clean, EVERY_MILLISECONDS);
    this.#timer.unref();
  }

  async stop(): Promise<void> {
    clearInterval(this.#timer);
    await this.#cleaning;
  }

  async #clean(): Promise<void> {
    const { retention, log, clock } = this.#options;
    // With a clock that is ahead, evidence would be deleted too early; the next hourly cleaning is soon enough.
    if (!clock.isSettled) return;
    try {
      const { runs, attempts, bytes } = await cleanEvidence(this.#store, { ...retention, now: Date.now() });
      if (runs > 0) log.info('Deleted the evidence of old runs.', { runs, attempts, bytes });
    } catch (error) {
      log.warn('Old evidence could not be deleted.', failureFields(error));
    }
  }
}
