/** Held by the one process that does work that must be done only once: the scheduler, the reaper. */
export interface HeldLeadership {
  /**
   * Aborted when another process may have taken over, because the connection to the database was lost or this process
   * resigned. The abort comes late, so a leader must make each change in a transaction that checks that the change is
   * still due.
   */
  readonly ended: AbortSignal;
  resign(): Promise<void>;
}

/** Port: leader election. A process that dies loses its leadership. */
export interface Leadership {
  /** `undefined` when another process leads; try again later. */
  lead(name: string): Promise<HeldLeadership | undefined>;
  resignAll(): Promise<void>;
}
