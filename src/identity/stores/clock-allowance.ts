/**
 * How long expired rows are kept before they are deleted. Clocks differ: a server whose clock is ahead must not delete
 * a row that a server whose clock is behind still accepts, above all a used nonce.
 */
export const CLOCK_ALLOWANCE_MILLISECONDS = 600_000;
