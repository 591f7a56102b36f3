/**
 * How long the expired stays before it is cleared away, because clocks differ: a server whose clock is ahead must not
 * remove what one whose clock is behind would still accept, a used nonce least of all.
 */
export const CLOCK_ALLOWANCE_MILLISECONDS = 600_000;
