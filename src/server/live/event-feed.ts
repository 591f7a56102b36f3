import { setImmediate as nextTurn } from 'node:timers/promises';
import { type Database, type Event, type EventTables, MOST_EVENTS_AT_ONCE, readEvents } from '../../store/database.ts';

const DEFAULT_POLL_MILLISECONDS = 250;
/**
 * However many listeners there are, writing to them takes at most a quarter of the time, which leaves the rest for
 * requests.
 */
const PAUSES_PER_DELIVERY = 3;
const KEPT_EVENTS = 2_000;
const PAGE = 500;
/** After this many pages in one read, the rest is skipped and the newest events are read instead. */
const MOST_PAGES = 4;
/** Number of pages that streams share between two events. Further pages are built for each stream. */
const MOST_SHARED_PAGES = 64;

/**
 * New events of the ledger, for any number of listeners at the cost of one. Other processes write to the ledger too, so
 * it is polled, but only while there are listeners.
 */
export class EventFeed {
  readonly #database: Database<EventTables>;
  readonly #pollMilliseconds: number;
  /** The newest events, without gaps, oldest first. */
  #kept: readonly Event[] = [];
  /** Pages of the kept events, by the number they follow. */
  #pages = new Map<number, readonly Event[]>();
  /** The last event that waiting listeners were woken for. */
  #told = 0;
  #waiting = new Set<() => void>();
  #timer: NodeJS.Timeout | undefined;
  /** A requested read that has not started. It will see everything committed so far, so all callers share it. */
  #queued: Promise<void> | undefined;
  #reading: Promise<void> = Promise.resolve();
  #closed = false;

  constructor(database: Database<EventTables>, pollMilliseconds = DEFAULT_POLL_MILLISECONDS) {
    this.#database = database;
    this.#pollMilliseconds = pollMilliseconds;
  }

  /** The number of the newest event. Includes every event committed before the call, by any process. */
  async head(): Promise<number> {
    await this.#poll();
    return this.#kept.at(-1)?.sequence ?? 0;
  }

  /** Events after a number as of the last read, oldest first; `undefined` if some of them are no longer in memory. */
  keptSince(sequence: number): readonly Event[] | undefined {
    const first = this.#kept[0]?.sequence ?? 1;
    const last = this.#kept.at(-1)?.sequence ?? 0;
    if (sequence + 1 < first || sequence > last) return undefined;
    return this.#kept.slice(sequence + 1 - first);
  }

  /**
   * Events after a number, oldest first: at least one, or none if `signal` is aborted or the feed closes. Listeners at
   * the same position get the same array, so that anything derived from it can be shared.
   */
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
    // Thousands may reconnect at once after a restart; the kept events serve nearly all of them.
    if (this.#kept.length === 0) await this.#poll();
    const first = this.#kept[0]?.sequence ?? 1;
    if (after + 1 < first) return await readEvents(this.#database, after, PAGE);
    const known = this.#pages.get(after);
    if (known !== undefined) return known;
    const page = this.#kept.slice(after + 1 - first, after + 1 - first + PAGE);
    // A reader may request any position, so the number of shared pages is bounded.
    if (page.length > 0 && this.#pages.size < MOST_SHARED_PAGES) this.#pages.set(after, page);
    return page;
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

  #schedule(milliseconds = this.#pollMilliseconds): void {
    if (this.#timer !== undefined || this.#closed || this.#waiting.size === 0) return;
    this.#timer = setTimeout(async () => {
      // If the database is briefly unavailable, the poll is repeated; listeners just wait.
      await this.#poll().catch(() => {});
      // Listeners are woken only here: cached answers read the ledger hundreds of times a second, and there may be
      // thousands of listeners.
      const started = performance.now();
      this.#tell();
      // The woken listeners have written by the next turn.
      await nextTurn();
      const took = performance.now() - started;
      // Not earlier: listeners that wait again would have set another timer.
      this.#timer = undefined;
      this.#schedule(Math.max(this.#pollMilliseconds, PAUSES_PER_DELIVERY * took));
    }, milliseconds);
  }

  /**
   * Reads new events. A read in progress may have started before the caller's event was committed, so callers wait for
   * the next one. All requests of one turn of the event loop share it.
   */
  async #poll(): Promise<void> {
    if (this.#queued === undefined) {
      this.#queued = this.#readNext(this.#reading);
      this.#reading = this.#queued;
    }
    await this.#queued;
  }

  async #readNext(before: Promise<void>): Promise<void> {
    await Promise.all([before.catch(() => {}), nextTurn()]);
    this.#queued = undefined;
    let page = 0;
    while (await this.#readPage(page === MOST_PAGES)) page++;
  }

  /** Returns whether there may be more. */
  async #readPage(skip: boolean): Promise<boolean> {
    const last = this.#kept.at(-1)?.sequence;
    const anew = last === undefined || skip;
    const news = anew ? await this.#newest() : await readEvents(this.#database, last, MOST_EVENTS_AT_ONCE);
    if (news.length > 0) {
      this.#kept = (anew ? news : [...this.#kept, ...news]).slice(-KEPT_EVENTS);
      this.#pages.clear();
    }
    return !anew && news.length === MOST_EVENTS_AT_ONCE;
  }

  async #newest(): Promise<readonly Event[]> {
    const { reader } = this.#database;
    const head = await reader
      .selectFrom('events')
      .select('sequence')
      .orderBy('sequence', 'desc')
      .limit(1)
      .executeTakeFirst();
    const before = Math.max(0, (head?.sequence ?? 0) - MOST_EVENTS_AT_ONCE);
    return head === undefined ? [] : await readEvents(this.#database, before, MOST_EVENTS_AT_ONCE);
  }

  #tell(): void {
    const newest = this.#kept.at(-1)?.sequence ?? 0;
    if (newest === this.#told) return;
    this.#told = newest;
    this.#wake();
  }

  #wake(): void {
    for (const wake of this.#waiting) wake();
  }
}
