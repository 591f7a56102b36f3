import { type ClockReading, clockJump } from './clock-jump.ts';

/** After this long without another jump, the new time is considered correct. */
export const SETTLING_MILLISECONDS = 10 * 60_000;

function readClocks(): ClockReading {
  return { wall: Date.now(), monotonic: performance.now() };
}

/** Reports each jump of the wall clock once, and whether its time can be trusted. */
export class ClockWatch {
  readonly #onJump: (milliseconds: number) => void;
  readonly #read: () => ClockReading;
  readonly #startedAt: number;
  #last: ClockReading;
  /** Sum of the jumps since the clock was last settled. */
  #offset = 0;
  #jumpedAt = Number.NEGATIVE_INFINITY;

  constructor(onJump: (milliseconds: number) => void, read: () => ClockReading = readClocks) {
    this.#onJump = onJump;
    this.#read = read;
    this.#last = read();
    this.#startedAt = this.#last.monotonic;
  }

  check(): void {
    const reading = this.#read();
    // Compared with the previous reading, because slow drift is not a jump.
    const jump = clockJump(this.#last, reading);
    if (this.#last.monotonic - this.#jumpedAt >= SETTLING_MILLISECONDS) this.#offset = 0;
    this.#last = reading;
    if (jump === 0) return;
    this.#offset += jump;
    // A clock that has returned to its earlier time can be trusted again at once.
    const hasReturned = clockJump({ wall: 0, monotonic: 0 }, { wall: this.#offset, monotonic: 0 }) === 0;
    this.#jumpedAt = hasReturned ? Number.NEGATIVE_INFINITY : reading.monotonic;
    if (hasReturned) this.#offset = 0;
    this.#onJump(jump);
  }

  /** False for ten minutes after a jump, or until the clock has returned. */
  get isSettled(): boolean {
    this.check();
    return this.#last.monotonic - this.#jumpedAt >= SETTLING_MILLISECONDS;
  }

  /** Settled, and watched for ten minutes: a machine may start with a wrong clock that is corrected soon afterwards. */
  get isConfirmed(): boolean {
    return this.isSettled && this.#last.monotonic - this.#startedAt >= SETTLING_MILLISECONDS;
  }
}
