import { vi } from 'vitest';

/**
 * The monotonic clock of this process, which a test moves forward instead of waiting until something cached is too old.
 * It never goes back before `restore`.
 */
export class MovedClock {
  readonly #spy: { mockRestore(): void };
  #moved = 0;

  constructor() {
    const now = performance.now.bind(performance);
    this.#spy = vi.spyOn(performance, 'now').mockImplementation(() => now() + this.#moved);
  }

  pass(milliseconds: number): void {
    this.#moved += milliseconds;
  }

  restore(): void {
    this.#spy.mockRestore();
  }
}
