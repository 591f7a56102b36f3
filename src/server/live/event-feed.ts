import { type Database, type Event, type EventTables, readEvents } from '../../store/database.ts';

const DEFAULT_POLL_MILLISECONDS = 250;
const KEPT_EVENTS = 2_000;
const PAGE = 500;

/**
 * What is new in the ledger, for any number of listeners at the cost of one. Other processes write to it too, so it is
 * looked up again and again, but only while somebody waits.
 */
export class EventFeed {
  readonly #database: Database<EventTables>;
  readonly #pollMilliseconds: number;
  /** The newest ones, without a gap, oldest first. */
  #kept: readonly Event[] = [];
  #waiting = new Set<() => void>();
  #timer: NodeJS.Timeout | undefined;
  #polling: Promise<void> | undefined;
  #closed = false;

  constructor(database: Database<EventTables>, pollMilliseconds = DEFAULT_POLL_MILLISECONDS) {
    this.#database = database;
    this.#pollMilliseconds = pollMilliseconds;
  }

  /** The number of the newest event. */
  async head(): Promise<number> {
    await this.#poll();
    return this.#kept.at(-1)?.sequence ?? 0;
  }

  /** Events after a number, oldest first: at least one, or none when `signal` aborts or the feed closes. */
  async next(after: number, signal: AbortSignal): Promise<readonly Event[]> {
    while (!signal.aborted && !this.#closed) {
      const page = await this.#page(after);
      if (page.length > 0) return page;
      await this.#news(signal);
    }
    return [];
  }

  close(): void {
    this.#closed = true;
    clearTimeout(this.#timer);
    this.#wake();
  }

  async #page(after: number): Promise<readonly Event[]> {
    const first = this.#kept[0]?.sequence;
    if (first === undefined || after + 1 < first) return await readEvents(this.#database, after, PAGE);
    return this.#kept.slice(after + 1 - first, after + 1 - first + PAGE);
  }

  async #news(signal: AbortSignal): Promise<void> {
    await new Promise<void>((resolve) => {
      const wake = (): void => {
        this.#waiting.delete(wake);
        signal.removeEventListener('abort', wake);
        resolve();
      };
      this.#waiting.add(wake);
      signal.addEventListener('abort', wake);
      if (signal.aborted || this.#closed) wake();
      else this.#schedule();
    });
  }

  #schedule(): void {
    if (this.#timer !== undefined || this.#closed || this.#waiting.size === 0) return;
    this.#timer = setTimeout(async () => {
      this.#timer = undefined;
      // A database that is away for a moment is asked again; listeners just wait.
      await this.#poll().catch(() => {});
      this.#schedule();
    }, this.#pollMilliseconds);
  }

  async #poll(): Promise<void> {
    this.#polling ??= this.#read().finally(() => {
      this.#polling = undefined;
    });
    await this.#polling;
  }

  async #read(): Promise<void> {
    const last = this.#kept.at(-1)?.sequence;
    const news = last === undefined ? await this.#newest() : await readEvents(this.#database, last, KEPT_EVENTS);
    if (news.length === 0) return;
    this.#kept = [...this.#kept, ...news].slice(-KEPT_EVENTS);
    this.#wake();
  }

  async #newest(): Promise<readonly Event[]> {
    const { reader } = this.#database;
    const head = await reader
      .selectFrom('events')
      .select('sequence')
      .orderBy('sequence', 'desc')
      .limit(1)
      .executeTakeFirst();
    return head === undefined
      ? []
      : await readEvents(this.#database, Math.max(0, head.sequence - KEPT_EVENTS), KEPT_EVENTS);
  }

  #wake(): void {
    for (const wake of this.#waiting) wake();
  }
}
