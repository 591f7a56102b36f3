interface Interval {
  readonly from: number;
  to: number | undefined;
}

/**
 * Measures how long an attempt waited for model calls that failed and were retried. Calls that wait at the same time are
 * counted once. Never more than `most` in all: an attempt cannot be stretched without end.
 */
export class WaitingClock {
  readonly #intervals: Interval[] = [];
  readonly #most: number;
  readonly #now: () => number;

  /** @param now A monotonic clock in milliseconds. */
  constructor(most: number, now: () => number) {
    this.#most = most;
    this.#now = now;
  }

  /** Counts from `from`, which may be past, until the function it returns is called. */
  stop(from: number): () => void {
    const interval: Interval = { from, to: undefined };
    this.#intervals.push(interval);
    return () => {
      interval.to ??= this.#now();
    };
  }

  get milliseconds(): number {
    const now = this.#now();
    let total = 0;
    let end = Number.NEGATIVE_INFINITY;
    for (const { from, to = now } of this.#intervals.toSorted((one, other) => one.from - other.from)) {
      total += Math.max(0, to - Math.max(from, end));
      end = Math.max(end, to);
    }
    return Math.min(this.#most, total);
  }

  /** Whether the attempt may wait any longer. */
  get isSpent(): boolean {
    return this.milliseconds >= this.#most;
  }
}
