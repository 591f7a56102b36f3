/**
 * Finds out whether a provider that has not answered yet is slow with this request or answers none at all. If an agent
 * runs out of time because it waits for a dead provider, that is not its fault. If it asks for more than the provider
 * can write in time, it is. So after a while a short request is sent in parallel.
 */
export class ProviderWatch {
  readonly #started = performance.now();
  readonly #timer: NodeJS.Timeout;
  readonly #stopped = new AbortController();
  #silent = false;

  /** @param check resolves to whether the provider answers a short request. */
  constructor(milliseconds: number, check: (signal: AbortSignal) => Promise<boolean>) {
    this.#timer = setTimeout(() => void this.#check(milliseconds / 3, check), milliseconds);
  }

  /** Whether the short request was not answered either. */
  get silent(): boolean {
    return this.#silent;
  }

  get seconds(): number {
    return (performance.now() - this.#started) / 1000;
  }

  stop(): void {
    clearTimeout(this.#timer);
    this.#stopped.abort();
  }

  async #check(milliseconds: number, check: (signal: AbortSignal) => Promise<boolean>): Promise<void> {
    const tooLate = AbortSignal.timeout(Math.ceil(milliseconds));
    const answers = await check(AbortSignal.any([tooLate, this.#stopped.signal]));
    // If the watch was stopped, it is unknown whether the provider would have answered.
    if (!this.#stopped.signal.aborted) this.#silent = !answers;
  }
}
