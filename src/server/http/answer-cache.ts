import { setTimeout as sleep } from 'node:timers/promises';
import type { Event } from '../../store/database.ts';
import type { EventFeed } from '../live/event-feed.ts';
import { entityTag } from './entity-tag.ts';

/** When a cached answer becomes outdated: whichever rule applies first. */
export interface CacheRules {
  readonly maxAgeMilliseconds: number;
  /**
   * Until this age the answer is never outdated, not even by events: for expensive answers that would otherwise be
   * computed again on every event.
   */
  readonly minAgeMilliseconds?: number;
  /** By the arena's clock, which may run faster than the machine's: for answers that depend on the current time. */
  readonly maxArenaMilliseconds?: number;
  /**
   * How long after that an answer is still returned while the new one is computed, so that no request waits for a slow
   * computation. Never applies after an event changed the answer. Only for answers that include their time of
   * computation, or that hardly change without an event.
   */
  readonly staleMilliseconds?: number;
  /** Which ledger events change the answer. Without it only age counts, and the ledger is not read. */
  readonly changedBy?: (event: Event) => boolean;
}

/** An answer as bytes, so that it is serialised and hashed only once. */
export interface CachedAnswer {
  readonly body: Buffer;
  readonly tag: string;
}

export interface ComputedAnswer {
  readonly text: string;
  /** When it becomes outdated, by the arena's clock. */
  readonly expiresAt?: number | undefined;
}

interface Entry {
  readonly answer: Promise<CachedAnswer>;
  readonly storedAt: number;
  readonly arenaStoredAt: number;
  /** All events up to this number are reflected in the answer or do not change it. */
  sequence: number;
  expiresAt: number;
  bytes: number;
  isBeingReplaced: boolean;
}

export interface CacheLimits {
  readonly maxBytes: number;
  readonly maxEntries: number;
  /**
   * How long replacements in the background wait for more requests; then they run one after the other. A page makes
   * many requests at once, and those after the one that got the old answer would otherwise share the processor with
   * the replacement.
   */
  readonly replaceAfterMilliseconds: number;
}

const DEFAULT_LIMITS: CacheLimits = { maxBytes: 64 * 1024 ** 2, maxEntries: 2_000, replaceAfterMilliseconds: 250 };

/** Anyone can make keys, with search words and cursors. Answers that are not queued stay old until they are outdated. */
const MOST_QUEUED = 100;
/** After this long the next replacement begins beside one that hangs. */
const LONGEST_REPLACEMENT_MILLISECONDS = 10_000;

/**
 * In-memory cache for answers of public endpoints. An answer that depends on the ledger is used only after the ledger
 * was read, so an event committed by any process shows in every later answer, once the answer has its minimum age.
 * Requests for the same answer share one computation. The caller's key must contain everything the answer depends on,
 * and only answers to anonymous requests belong here.
 */
export class AnswerCache {
  readonly #feed: Pick<EventFeed, 'head' | 'keptSince'>;
  readonly #arenaNow: () => number;
  readonly #limits: CacheLimits;
  /** Least recently used first. */
  readonly #entries = new Map<string, Entry>();
  #bytes = 0;
  readonly #replacements: (() => Promise<void>)[] = [];
  #isReplacing = false;

  constructor(
    feed: Pick<EventFeed, 'head' | 'keptSince'>,
    arenaNow: () => number,
    limits: CacheLimits = DEFAULT_LIMITS,
  ) {
    this.#feed = feed;
    this.#arenaNow = arenaNow;
    this.#limits = limits;
  }

  get size(): { readonly entries: number; readonly bytes: number } {
    return { entries: this.#entries.size, bytes: this.#bytes };
  }

  async answer(key: string, rules: CacheRules, compute: () => Promise<ComputedAnswer>): Promise<CachedAnswer> {
    const sequence = rules.changedBy === undefined ? 0 : await this.#feed.head();
    const known = this.#entries.get(key);
    if (known === undefined) return await this.#store(key, sequence, compute).answer;
    switch (this.#ageOf(known, rules, sequence)) {
      case 'current':
        this.#entries.delete(key);
        this.#entries.set(key, known);
        return await known.answer;
      case 'stale':
        this.#queueReplacement(key, known, rules, compute);
        return await known.answer;
      case 'outdated':
        return await this.#store(key, sequence, compute).answer;
    }
  }

  /** The old answer stays until the new one is computed; if that fails, the next request tries again. */
  #queueReplacement(key: string, known: Entry, rules: CacheRules, compute: () => Promise<ComputedAnswer>): void {
    if (known.isBeingReplaced || this.#replacements.length >= MOST_QUEUED) return;
    known.isBeingReplaced = true;
    this.#replacements.push(async () => {
      if (this.#entries.get(key) !== known) return;
      try {
        // Before the computation, so that no later event is taken for one that the answer reflects.
        const sequence = rules.changedBy === undefined ? 0 : await this.#feed.head();
        const computed = await compute();
        if (this.#entries.get(key) === known) this.#store(key, sequence, async () => computed);
      } catch {
        known.isBeingReplaced = false;
      }
    });
    if (!this.#isReplacing) void this.#runReplacements();
  }

  async #runReplacements(): Promise<void> {
    this.#isReplacing = true;
    const pause = this.#limits.replaceAfterMilliseconds;
    // The process need not wait for it when it ends.
    if (pause > 0) await sleep(pause, undefined, { ref: false });
    for (let next = this.#replacements.shift(); next !== undefined; next = this.#replacements.shift()) {
      const longest = new AbortController();
      await Promise.race([
        next(),
        sleep(LONGEST_REPLACEMENT_MILLISECONDS, undefined, { ref: false, signal: longest.signal }),
      ]);
      longest.abort();
    }
    this.#isReplacing = false;
  }

  #ageOf(entry: Entry, rules: CacheRules, sequence: number): 'current' | 'stale' | 'outdated' {
    const { maxAgeMilliseconds, minAgeMilliseconds = 0, staleMilliseconds = 0, changedBy } = rules;
    const { maxArenaMilliseconds = Number.POSITIVE_INFINITY } = rules;
    const arenaNow = this.#arenaNow();
    const age = performance.now() - entry.storedAt;
    if (age < minAgeMilliseconds) return 'current';
    if (arenaNow >= entry.expiresAt || this.#isChanged(entry, changedBy, sequence)) return 'outdated';
    // In either direction: a clock that was set back makes an answer as wrong as one that moved on.
    const arenaAge = Math.abs(arenaNow - entry.arenaStoredAt);
    if (age < maxAgeMilliseconds && arenaAge < maxArenaMilliseconds) return 'current';
    const isUsable =
      age < maxAgeMilliseconds + staleMilliseconds && arenaAge < maxArenaMilliseconds + staleMilliseconds;
    return staleMilliseconds > 0 && isUsable ? 'stale' : 'outdated';
  }

  #isChanged(entry: Entry, changedBy: CacheRules['changedBy'], sequence: number): boolean {
    if (changedBy === undefined || entry.sequence >= sequence) return false;
    const news = this.#feed.keptSince(entry.sequence);
    if (news === undefined || news.some(changedBy)) return true;
    entry.sequence = Math.max(entry.sequence, news.at(-1)?.sequence ?? 0);
    return false;
  }

  #store(key: string, sequence: number, compute: () => Promise<ComputedAnswer>): Entry {
    this.#remove(key);
    const computed = compute();
    const entry: Entry = {
      answer: computed.then(({ text }) => ({ body: Buffer.from(text), tag: entityTag(text) })),
      storedAt: performance.now(),
      arenaStoredAt: this.#arenaNow(),
      sequence,
      expiresAt: Number.POSITIVE_INFINITY,
      bytes: 0,
      isBeingReplaced: false,
    };
    this.#entries.set(key, entry);
    entry.answer.then(
      async ({ body }) => {
        entry.expiresAt = (await computed).expiresAt ?? Number.POSITIVE_INFINITY;
        if (this.#entries.get(key) !== entry) return;
        entry.bytes = body.length;
        this.#bytes += body.length;
        this.#evict();
      },
      // Requests that waited for a failed computation get its error; later requests compute again.
      () => {
        if (this.#entries.get(key) === entry) this.#remove(key);
      },
    );
    this.#evict();
    return entry;
  }

  #evict(): void {
    const { maxBytes, maxEntries } = this.#limits;
    for (const key of this.#entries.keys()) {
      if (this.#bytes <= maxBytes && this.#entries.size <= maxEntries) return;
      this.#remove(key);
    }
  }

  #remove(key: string): void {
    this.#bytes -= this.#entries.get(key)?.bytes ?? 0;
    this.#entries.delete(key);
  }
}
