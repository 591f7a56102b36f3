/** Limits how many tasks run concurrently; the others wait in arrival order. */
export class ConcurrencyLimit {
  readonly #limit: number;
  readonly #waiting = new Set<() => void>();
  #running = 0;

  constructor(limit: number) {
    this.#limit = limit;
  }

  /** A task whose signal is aborted before its turn is never started. */
  async run<Result>(task: () => Promise<Result>, signal?: AbortSignal): Promise<Result> {
    signal?.throwIfAborted();
    if (this.#running < this.#limit) this.#running++;
    else await this.#turn(signal);
    try {
      return await task();
    } finally {
      this.#passOn();
    }
  }

  #turn(signal: AbortSignal | undefined): Promise<void> {
    return new Promise((resolve, reject) => {
      const start = (): void => {
        signal?.removeEventListener('abort', leave);
        resolve();
      };
      const leave = (): void => {
        this.#waiting.delete(start);
        reject(signal?.reason);
      };
      this.#waiting.add(start);
      signal?.addEventListener('abort', leave, { once: true });
    });
  }

  /** Passes the slot directly to the next waiting task, so that a new caller cannot take it. */
  #passOn(): void {
    const [next] = this.#waiting;
    if (next === undefined) {
      this.#running--;
      return;
    }
    this.#waiting.delete(next);
    next();
  }
}
