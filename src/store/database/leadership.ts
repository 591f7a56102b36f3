/** One process of several does what must be done once: the scheduler, the reaper. */
export interface Reign {
  /**
   * Aborted when another process may have taken over, because the database was lost or the process resigned. That is
   * noticed late: what a leader changes, it changes in a transaction that checks that it is still to be changed.
   */
  readonly ended: AbortSignal;
  resign(): Promise<void>;
}

/** Port: who leads. A process that dies leads no longer. */
export interface Leadership {
  /** `undefined` when somebody leads already; ask again later. */
  lead(name: string): Promise<Reign | undefined>;
  resignAll(): Promise<void>;
}
