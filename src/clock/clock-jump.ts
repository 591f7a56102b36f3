/** Both clocks of a process, read together, in milliseconds. */
export interface ClockReading {
  /** Since 1970; can be changed. */
  readonly wall: number;
  /** Since an arbitrary start; cannot be changed. */
  readonly monotonic: number;
}

/** Time synchronisation makes smaller steps than this. */
const TOLERANCE_MILLISECONDS = 10_000;

/**
 * Milliseconds by which the wall clock was changed between two readings, negative if set back; 0 within the tolerance.
 */
export function clockJump(before: ClockReading, after: ClockReading): number {
  const jump = after.wall - before.wall - (after.monotonic - before.monotonic);
  return Math.abs(jump) <= TOLERANCE_MILLISECONDS ? 0 : Math.round(jump);
}

/** @example jumpText(259_200_000) // 'The clock jumped by +259200 s.' */
export function jumpText(jump: number): string {
  const seconds = Math.round(jump / 1_000);
  return `The clock jumped by ${seconds > 0 ? '+' : ''}${seconds} s.`;
}
