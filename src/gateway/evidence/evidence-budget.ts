/**
 * Tracks an attempt's limit on evidence. Recorded calls use it up; running calls reserve their maximum size before
 * their bodies are read. Both together never exceed the limit.
 */
export class EvidenceBudget {
  readonly limit: number;
  #recorded = 0;
  #claimed = 0;

  constructor(limit: number) {
    this.limit = limit;
  }

  /** Whether this many bytes would not fit even without other running calls. */
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

/** The number of bytes reserved for one call. */
export interface EvidenceClaim {
  readonly bytes: number;
  /** Never lowers the claim. Returns `false` and changes nothing if there is not enough room. */
  raiseTo(bytes: number): boolean;
  /**
   * Releases the claim and counts the recorded bytes, 0 if nothing was recorded. The claim can be raised again
   * afterwards.
   */
  settle(recordedBytes: number): void;
}
