export interface Clock {
  readonly date: () => Date;
  /** Never goes back, unlike the date; only differences mean something. */
  readonly milliseconds: () => number;
}

export const SYSTEM_CLOCK: Clock = { date: () => new Date(), milliseconds: () => performance.now() };
