/**
 * Finds out whether a provider that has not answered yet is slow at this one request or answers no request. An agent that
 * waits for a dead provider runs out of time, and that must not be its fault; an agent that asks for more than the
 * provider can write in time is itself at fault. So after a while a short request is sent beside the long one.
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

  /** The provider did not answer the short request either. */
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
    // Stopped: whether it would have answered is not known.
    if (!this.#stopped.signal.aborted) this.#silent = !answers;
  }
}
