interface Interval {
  readonly from: number;
  to: number | undefined;
}

/**
 * Measures how long an attempt waited for model calls that failed and were retried. Concurrent waits are counted once.
 * The total is at most `most`, so that an attempt cannot be extended without limit.
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

  /** Counts from `from`, which may be in the past, until the returned function is called. */
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

  /** Whether the attempt has used up its waiting time. */
  get isSpent(): boolean {
    return this.milliseconds >= this.#most;
  }
}
