/** Held by the one process that does what must be done once: the scheduler, the reaper. */
export interface HeldLeadership {
  /**
   * Aborted when another process may have taken over, because the database was lost or the process resigned. That is
   * noticed late: what a leader changes, it changes in a transaction that checks that it is still to be changed.
   */
  readonly ended: AbortSignal;
  resign(): Promise<void>;
}

/** Port: leader election. A process that dies loses its leadership. */
export interface Leadership {
  /** `undefined` when another process leads; ask again later. */
  lead(name: string): Promise<HeldLeadership | undefined>;
  resignAll(): Promise<void>;
}
