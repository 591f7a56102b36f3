/** Clocks of several servers may differ by this much without a fault. */
export const CLOCK_DIFFERENCE_MILLISECONDS = 60_000;
