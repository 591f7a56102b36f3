/**
 * Adds up computing time over processes that come and go. The kernel gives a dead child's time to its parent, but not to
 * one that ignores the death of its children; what was last seen of such a child is all that anybody ever knows.
 */
export class CpuLedger {
  #alive: ReadonlyMap<string, number> = new Map();
  #goneMilliseconds = 0;

  /** Enters what each process has used by now; returns what all that were ever seen used. */
  enter(now: ReadonlyMap<string, number>): number {
    for (const [process, milliseconds] of this.#alive) if (!now.has(process)) this.#goneMilliseconds += milliseconds;
    this.#alive = now;
    return now.values().reduce((sum, milliseconds) => sum + milliseconds, this.#goneMilliseconds);
  }
}
