import type { QueryClient } from '@tanstack/react-query';
import type { LedgerEventWire } from '../../../src/board/ledger-event.ts';
import { AREAS } from './areas.ts';

export type LiveState = 'live' | 'connecting' | 'offline';

export interface LiveSnapshot {
  readonly state: LiveState;
  /** Newest first. */
  readonly recent: readonly LedgerEventWire[];
}

const KEPT = 50;
const PAUSE_MILLISECONDS = 1_000;

/**
 * The single event stream shared by all pages. After a lost connection it continues from the last event, and all
 * queries are refetched. A hidden page disconnects unless notifications are on: browsers limit the connections per
 * host, and each tab would hold one.
 */
export class LiveEvents {
  readonly #queries: QueryClient;
  readonly #listeners = new Set<() => void>();
  readonly #stale = new Set<string>();
  #snapshot: LiveSnapshot = { state: 'connecting', recent: [] };
  #source: EventSource | undefined;
  #begun = false;
  #inBackground = false;
  #schemas: Promise<typeof import('../../../src/board/ledger-event.ts')> | undefined;
  #wasLost = false;
  #timer: ReturnType<typeof setTimeout> | undefined;

  constructor(queries: QueryClient) {
    this.#queries = queries;
  }

  readonly snapshot = (): LiveSnapshot => this.#snapshot;

  readonly subscribe = (listener: () => void): (() => void) => {
    this.#listeners.add(listener);
    if (!this.#begun) {
      this.#begun = true;
      document.addEventListener('visibilitychange', () => this.#follow());
      this.#follow();
    }
    return () => void this.#listeners.delete(listener);
  };

  /** Whether a hidden page stays connected, for notifications. */
  keepInBackground(wanted: boolean): void {
    this.#inBackground = wanted;
    if (this.#begun) this.#follow();
  }

  #follow(): void {
    if (document.hidden && !this.#inBackground) this.#lose('connecting');
    else this.#source ??= this.#open();
  }

  #lose(state: LiveState): void {
    this.#source?.close();
    this.#source = undefined;
    this.#wasLost = true;
    this.#show({ state });
  }

  #open(): EventSource {
    const last = this.#snapshot.recent[0]?.sequence;
    const source = new EventSource(`/v1/public/events?named=false${last === undefined ? '' : `&after=${last}`}`);
    source.onopen = () => {
      if (this.#wasLost) void this.#queries.invalidateQueries();
      this.#wasLost = false;
      this.#show({ state: 'live' });
    };
    source.onerror = () => {
      this.#wasLost = true;
      if (source.readyState !== EventSource.CLOSED) return this.#show({ state: 'connecting' });
      // EventSource stops reconnecting if the response is not a stream.
      this.#lose('offline');
      setTimeout(() => this.#follow(), 5 * PAUSE_MILLISECONDS);
    };
    source.onmessage = (message) => void this.#read(message.data);
    return source;
  }

  /** All calls await the same import, so that events stay in order. */
  async #read(text: string): Promise<void> {
    this.#schemas ??= import('../../../src/board/ledger-event.ts').catch((error: unknown) => {
      // The import fails offline; the next event retries.
      this.#schemas = undefined;
      throw error;
    });
    const { ledgerEventSchema } = await this.#schemas;
    const event = ledgerEventSchema.safeParse(JSON.parse(text));
    if (event.success) this.#take(event.data);
    // The page does not understand this event, so any data may be out of date.
    else void this.#queries.invalidateQueries();
  }

  #take(event: LedgerEventWire): void {
    this.#show({ recent: [event, ...this.#snapshot.recent].slice(0, KEPT) });
    this.#stale.add('events');
    for (const area of AREAS[event.what.split('.')[0]!] ?? []) this.#stale.add(area);
    // A busy arena emits hundreds of events per second; one refetch per second is enough for a reader.
    this.#timer ??= setTimeout(() => {
      this.#timer = undefined;
      const areas = [...this.#stale];
      this.#stale.clear();
      for (const area of areas) void this.#queries.invalidateQueries({ queryKey: [area] });
    }, PAUSE_MILLISECONDS);
  }

  #show(changed: Partial<LiveSnapshot>): void {
    this.#snapshot = { ...this.#snapshot, ...changed };
    for (const listener of this.#listeners) listener();
  }
}
