import type { Attempt } from '../../attempt/attempt.ts';

/**
 * Detects a provider that stays down: after several consecutive attempts without a model, the provider is queried
 * directly, and if it does not answer either, `signal` fires. Running the rest would waste time without a result.
 */
export class OutageWatch {
  readonly #most: number;
  readonly #probe: () => Promise<void>;
  readonly #gone = new AbortController();
  #inRow = 0;
  #asking = false;

  constructor(most: number, probe: () => Promise<void>) {
    this.#most = most;
    this.#probe = probe;
  }

  get signal(): AbortSignal {
    return this.#gone.signal;
  }

  note(fault: Attempt['fault']): void {
    this.#inRow = fault?.code === 'INFERENCE_FAILED' ? this.#inRow + 1 : 0;
    if (this.#inRow < this.#most || this.#asking) return;
    this.#asking = true;
    this.#probe()
      .then(
        () => {
          this.#inRow = 0;
        },
        (error) => this.#gone.abort(error),
      )
      .finally(() => {
        this.#asking = false;
      });
  }
}
