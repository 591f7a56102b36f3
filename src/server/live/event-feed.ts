import { setImmediate as nextTurn } from 'node:timers/promises';
import { type Database, type Event, type EventTables, MOST_EVENTS_AT_ONCE, readEvents } from '../../store/database.ts';

const DEFAULT_POLL_MILLISECONDS = 250;
/** However many listen, writing to them takes a quarter of the time at most, and requests are answered in the rest. */
const PAUSES_PER_DELIVERY = 3;
const KEPT_EVENTS = 2_000;
const PAGE = 500;
/** After this many pages in one read the rest is skipped and the newest events are read instead. */
const MOST_PAGES = 4;
/** Pages that streams share between two events. Others are cut anew for each stream. */
const MOST_SHARED_PAGES = 64;

/**
 * What is new in the ledger, for any number of listeners at the cost of one. Other processes write to it too, so it is
 * looked up again and again, but only while somebody waits.
 */
export class EventFeed {
  readonly #database: Database<EventTables>;
  readonly #pollMilliseconds: number;
  /** The newest ones, without a gap, oldest first. */
  #kept: readonly Event[] = [];
  /** By the number they come after, of what is kept now. */
  #pages = new Map<number, readonly Event[]>();
  /** Up to which event those who wait have been woken. */
  #told = 0;
  #waiting = new Set<() => void>();
  #timer: NodeJS.Timeout | undefined;
  /** The read that was asked for and has not begun: it sees everything committed so far, so all callers share it. */
  #queued: Promise<void> | undefined;
  #reading: Promise<void> = Promise.resolve();
  #closed = false;

  constructor(database: Database<EventTables>, pollMilliseconds = DEFAULT_POLL_MILLISECONDS) {
    this.#database = database;
    this.#pollMilliseconds = pollMilliseconds;
  }

  /** The number of the newest event: of every event that was committed before the call, whichever process wrote it. */
  async head(): Promise<number> {
    await this.#poll();
    return this.#kept.at(-1)?.sequence ?? 0;
  }

  /** Events after a number as of the last read, oldest first; `undefined` when some of them are no longer in memory. */
  keptSince(sequence: number): readonly Event[] | undefined {
    const first = this.#kept[0]?.sequence ?? 1;
    const last = this.#kept.at(-1)?.sequence ?? 0;
    if (sequence + 1 < first || sequence > last) return undefined;
    return this.#kept.slice(sequence + 1 - first);
  }

  /**
   * Events after a number, oldest first: at least one, or none when `signal` aborts or the feed closes. Listeners that are equally
   * far get the same array, so that what is made of it can be shared.
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
    // Thousands may come back at once after a restart; what is kept serves nearly all of them.
    if (this.#kept.length === 0) await this.#poll();
    const first = this.#kept[0]?.sequence ?? 1;
    if (after + 1 < first) return await readEvents(this.#database, after, PAGE);
    const known = this.#pages.get(after);
    if (known !== undefined) return known;
    const page = this.#kept.slice(after + 1 - first, after + 1 - first + PAGE);
    // Any reader may ask for any number: what is kept for all of them has an end.
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
      // A database that is away for a moment is asked again; listeners just wait.
      await this.#poll().catch(() => {});
      // Only here: cached answers read the ledger hundreds of times a second, and thousands may listen.
      const started = performance.now();
      this.#tell();
      // Those who were woken have written by the next turn.
      await nextTurn();
      const took = performance.now() - started;
      // Not before: those who wait again would have set another.
      this.#timer = undefined;
      this.#schedule(Math.max(this.#pollMilliseconds, PAUSES_PER_DELIVERY * took));
    }, milliseconds);
  }

  /**
   * Reads what is new. A read under way may have begun before the caller's event was committed, so callers wait for the
   * next one; all requests of one turn of the event loop share it.
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

  /** Says whether there may be more. */
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
