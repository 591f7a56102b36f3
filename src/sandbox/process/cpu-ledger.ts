/**
 * Sums processor time over processes that come and go. The kernel adds a dead child's time to its parent, unless the
 * parent ignores SIGCHLD; for such a child, only the last observed value is known.
 */
export class CpuLedger {
  #alive: ReadonlyMap<string, number> = new Map();
  #goneMilliseconds = 0;

  /** Records the time used by each live process; returns the total over all processes ever seen. */
  enter(now: ReadonlyMap<string, number>): number {
    for (const [process, milliseconds] of this.#alive) if (!now.has(process)) this.#goneMilliseconds += milliseconds;
    this.#alive = now;
    return now.values().reduce((sum, milliseconds) => sum + milliseconds, this.#goneMilliseconds);
  }
}
