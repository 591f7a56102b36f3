/**
 * How much of an attempt's limit on evidence is taken: by calls that are recorded, and by calls under way, which claim what
 * they may come to before their bodies are read. Both together never exceed the limit.
 */
export class EvidenceBudget {
  readonly limit: number;
  #recorded = 0;
  #claimed = 0;

  constructor(limit: number) {
    this.limit = limit;
  }

  /** Whether so many bytes would not fit even if no other call were under way. */
  isBeyond(bytes: number): boolean {
    return this.#recorded + bytes > this.limit;
  }

  claim(): EvidenceClaim {
    let held = 0;
    return {
      get bytes() {
        return held;
      },
      raiseTo: (bytes) => {
        const more = bytes - held;
        if (more <= 0) return true;
        if (this.#recorded + this.#claimed + more > this.limit) return false;
        this.#claimed += more;
        held = bytes;
        return true;
      },
      settle: (recordedBytes) => {
        this.#claimed -= held;
        held = 0;
        this.#recorded += recordedBytes;
      },
    };
  }
}

/** The most that one call may still use. */
export interface EvidenceClaim {
  readonly bytes: number;
  /** Never lowers it. `false`, and nothing changes, when there is no room. */
  raiseTo(bytes: number): boolean;
  /** Gives the claim back, less what was recorded; 0 when nothing was. Afterwards it can be raised again. */
  settle(recordedBytes: number): void;
}
