export interface Clock {
  readonly date: () => Date;
  /** Monotonic, unlike the date; only differences are meaningful. */
  readonly milliseconds: () => number;
}

export const SYSTEM_CLOCK: Clock = { date: () => new Date(), milliseconds: () => performance.now() };
