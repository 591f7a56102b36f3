import type { Session } from '../session/session.ts';
import type { Sessions } from '../session/sessions.ts';

const MAX_SESSIONS = 100_000;
/** More than the number of devices of one contestant. */
const MAX_PER_HOTKEY = 32;

/** For one process: sessions end with it. Beyond the limits the oldest sessions end, those of the same hotkey first. */
export class MemorySessions implements Sessions {
  readonly #capacity: number;
  readonly #byHash = new Map<string, Session>();
  readonly #hashesOf = new Map<string, Set<string>>();
  readonly #revokedAfter = new Map<string, number>();

  constructor(capacity = MAX_SESSIONS) {
    this.#capacity = capacity;
  }

  get size(): number {
    return this.#byHash.size;
  }

  async open(session: Session): Promise<void> {
    const own = this.#hashesOf.get(session.hotkey) ?? new Set();
    if (own.size >= MAX_PER_HOTKEY) this.#drop(own.values().next().value!);
    if (this.#byHash.size >= this.#capacity) this.#drop(this.#byHash.keys().next().value!);
    this.#byHash.set(session.tokenHash, session);
    this.#hashesOf.set(session.hotkey, own.add(session.tokenHash));
  }

  async find(tokenHash: string): Promise<{ session: Session; revokedAfter: number | undefined } | undefined> {
    const session = this.#byHash.get(tokenHash);
    return session && { session, revokedAfter: this.#revokedAfter.get(session.hotkey) };
  }

  async end(tokenHash: string): Promise<void> {
    this.#drop(tokenHash);
  }

  async endAll(hotkey: string, atSeconds: number): Promise<void> {
    const second = Math.floor(atSeconds);
    this.#revokedAfter.set(hotkey, Math.max(second, this.#revokedAfter.get(hotkey) ?? second));
    for (const tokenHash of [...(this.#hashesOf.get(hotkey) ?? [])]) {
      if (this.#byHash.get(tokenHash)!.createdAt <= second) this.#drop(tokenHash);
    }
  }

  #drop(tokenHash: string): void {
    const session = this.#byHash.get(tokenHash);
    if (session === undefined) return;
    this.#byHash.delete(tokenHash);
    const own = this.#hashesOf.get(session.hotkey);
    own?.delete(tokenHash);
    if (own?.size === 0) this.#hashesOf.delete(session.hotkey);
  }
}
