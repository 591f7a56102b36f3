/** Lets `burst` requests through at once and `perSecond` in the long run. */
export class TokenBucket {
  readonly #perSecond: number;
  readonly #burst: number;
  readonly #milliseconds: () => number;
  #tokens: number;
  #filledAt: number;

  constructor(perSecond: number, burst: number, milliseconds: () => number) {
    this.#perSecond = perSecond;
    this.#burst = burst;
    this.#milliseconds = milliseconds;
    this.#tokens = burst;
    this.#filledAt = milliseconds();
  }

  /** 0 when the request may pass, else the milliseconds until one may. */
  take(): number {
    const now = this.#milliseconds();
    this.#tokens = Math.min(this.#burst, this.#tokens + ((now - this.#filledAt) * this.#perSecond) / 1000);
    this.#filledAt = now;
    if (this.#tokens < 1) return ((1 - this.#tokens) * 1000) / this.#perSecond;
    this.#tokens--;
    return 0;
  }
}
