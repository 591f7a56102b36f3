const DEFAULT_CAPACITY = 500;

interface Remembered {
  readonly until: number;
  readonly value: Promise<unknown>;
}

/**
 * Gives everybody who asks the same within a moment the same answer. A board that a thousand people reload is computed
 * once a second, and those who ask while it is being computed wait for that one. Only for what everybody may see.
 */
export class ShortMemory {
  readonly #milliseconds: number;
  readonly #capacity: number;
  /** The oldest first. */
  readonly #remembered = new Map<string, Remembered>();

  constructor(milliseconds: number, capacity = DEFAULT_CAPACITY) {
    this.#milliseconds = milliseconds;
    this.#capacity = capacity;
  }

  async answer<T>(key: string, compute: () => Promise<T>, now = performance.now()): Promise<T> {
    const known = this.#remembered.get(key);
    if (known !== undefined && now < known.until) return (await known.value) as T;
    const value = compute();
    this.#remembered.delete(key);
    this.#remembered.set(key, { until: now + this.#milliseconds, value });
    this.#forget(now);
    // A failure is told to those who wait for it and to nobody else.
    value.catch(() => this.#remembered.get(key)?.value === value && this.#remembered.delete(key));
    return await value;
  }

  get size(): number {
    return this.#remembered.size;
  }

  #forget(now: number): void {
    for (const [key, { until }] of this.#remembered) {
      if (until > now && this.#remembered.size <= this.#capacity) return;
      this.#remembered.delete(key);
    }
  }
}
