import type { NonceOutcome, NonceSpan, Nonces } from '../request/nonces.ts';

const DEFAULT_CAPACITY = 200_000;

/**
 * For one process. A restart forgets everything, which is safe only if the process is down for longer than a nonce is
 * kept.
 */
export class MemoryNonces implements Nonces {
  readonly #capacity: number;
  /** How long each is kept, oldest entry first. */
  readonly #keptUntil = new Map<string, number>();

  constructor(capacity = DEFAULT_CAPACITY) {
    this.#capacity = capacity;
  }

  get size(): number {
    return this.#keptUntil.size;
  }

  async register(hotkey: string, nonce: string, { now, keepUntil }: NonceSpan): Promise<NonceOutcome> {
    // Unambiguous, because an address contains no colon.
    const key = `${hotkey}:${nonce}`;
    const kept = this.#keptUntil.get(key);
    if (kept !== undefined && now <= kept) return 'used';
    if (kept === undefined && this.#keptUntil.size >= this.#capacity) this.#forget(now);
    if (kept === undefined && this.#keptUntil.size >= this.#capacity) return 'full';
    this.#keptUntil.delete(key);
    this.#keptUntil.set(key, keepUntil);
    return 'new';
  }

  /** All entries are kept equally long, so the first live entry ends the search. */
  #forget(now: number): void {
    for (const [key, keepUntil] of this.#keptUntil) {
      if (now <= keepUntil) return;
      this.#keptUntil.delete(key);
    }
  }
}
