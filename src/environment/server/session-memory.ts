export interface MemoryReport {
  readonly resident_bytes: number;
  /** When the server began. */
  readonly without_sessions_bytes: number;
  /** Most sessions at a time. */
  readonly most_sessions: number;
  /** Growth since the server began for each of them, uncollected garbage included; null without sessions. */
  readonly bytes_per_session: number | null;
}

const SAMPLE_MILLISECONDS = 1_000;

/** Measures what sessions cost in memory: the growth of the process when most of them were open. */
export class SessionMemory {
  readonly #count: () => number;
  readonly #resident: () => number;
  #empty: number;
  #most = 0;
  #atMost = 0;
  #timer: NodeJS.Timeout | undefined;

  constructor(count: () => number, resident: () => number = () => process.memoryUsage.rss()) {
    this.#count = count;
    this.#resident = resident;
    this.#empty = resident();
  }

  /** From here on, everything that is added is counted as memory of sessions. */
  start(): void {
    this.#empty = this.#resident();
    this.#timer = setInterval(() => this.sample(), SAMPLE_MILLISECONDS);
    this.#timer.unref();
  }

  stop(): void {
    clearInterval(this.#timer);
  }

  sample(): void {
    const sessions = this.#count();
    if (sessions === 0 || sessions < this.#most) return;
    this.#most = sessions;
    this.#atMost = this.#resident();
  }

  report(): MemoryReport {
    this.sample();
    return {
      resident_bytes: this.#resident(),
      without_sessions_bytes: this.#empty,
      most_sessions: this.#most,
      bytes_per_session: this.#most === 0 ? null : Math.round(Math.max(0, this.#atMost - this.#empty) / this.#most),
    };
  }
}
