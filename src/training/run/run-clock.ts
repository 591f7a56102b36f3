/** The deadline of one execution of a run. It reserves time for the export. */
export class RunClock {
  readonly #end: number;

  constructor(deadlineSeconds: number | null, exportSeconds: number) {
    const seconds = deadlineSeconds === null ? Number.POSITIVE_INFINITY : deadlineSeconds - exportSeconds;
    this.#end = performance.now() + seconds * 1000;
  }

  /** Seconds left until the export must start. */
  left(): number {
    return (this.#end - performance.now()) / 1000;
  }

  isOver(): boolean {
    return this.left() <= 0;
  }

  /**
   * The step's own limit or the remaining time, whichever is less. `cut` is true if the remaining time is the limit.
   */
  limit(own: number | null): { readonly seconds: number | null; readonly cut: boolean } {
    const left = this.left();
    if (left === Number.POSITIVE_INFINITY) return { seconds: own, cut: false };
    if (own !== null && own <= left) return { seconds: own, cut: false };
    return { seconds: Math.max(0.001, left), cut: true };
  }

  /** Aborts when the limit is reached or the run is interrupted. */
  signal(own: number | null, interrupt: AbortSignal): AbortSignal {
    const { seconds } = this.limit(own);
    // Timers longer than 24 days overflow and would fire at once.
    if (seconds === null || seconds > 2_000_000) return interrupt;
    return AbortSignal.any([interrupt, AbortSignal.timeout(Math.ceil(seconds * 1000))]);
  }
}
