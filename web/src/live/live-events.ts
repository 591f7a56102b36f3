import type { QueryClient } from '@tanstack/react-query';
import type { LedgerEventWire } from '../../../src/arena/board/wire/ledger-event.ts';

export type LiveState = 'live' | 'connecting' | 'offline';

export interface LiveSnapshot {
  readonly state: LiveState;
  /** The newest first. */
  readonly recent: readonly LedgerEventWire[];
}

const KEPT = 50;
const PAUSE_MILLISECONDS = 1_000;

/** Which pages an event makes old, by the beginning of its name. */
const AREAS: Readonly<Record<string, readonly string[]>> = {
  run: ['board', 'versions', 'races'],
  version: ['board', 'versions', 'races'],
  submission: ['board', 'versions'],
  item: ['board', 'versions'],
  race: ['board', 'races'],
  draw: ['races'],
  crown: ['board', 'races', 'chain'],
  code: ['versions', 'races'],
  suite: ['board'],
  epoch: ['board', 'chain'],
  neuron: ['chain'],
  weights: ['chain'],
  stake: ['chain'],
  validator: ['board', 'chain'],
};

/**
 * The one stream of events that all pages live on. The browser resumes it by the number of the last event, so that a lost
 * connection loses nothing; whatever was shown before is asked for again once it is back.
 */
export class LiveEvents {
  readonly #queries: QueryClient;
  readonly #listeners = new Set<() => void>();
  readonly #stale = new Set<string>();
  #snapshot: LiveSnapshot = { state: 'connecting', recent: [] };
  #source: EventSource | undefined;
  #timer: ReturnType<typeof setTimeout> | undefined;

  constructor(queries: QueryClient) {
    this.#queries = queries;
  }

  readonly snapshot = (): LiveSnapshot => this.#snapshot;

  readonly subscribe = (listener: () => void): (() => void) => {
    this.#listeners.add(listener);
    this.#source ??= this.#open();
    return () => void this.#listeners.delete(listener);
  };

  #open(): EventSource {
    const source = new EventSource('/v1/public/events?named=false');
    let wasLost = false;
    source.onopen = () => {
      if (wasLost) void this.#queries.invalidateQueries();
      wasLost = false;
      this.#show({ state: 'live' });
    };
    source.onerror = () => {
      wasLost = true;
      this.#show({ state: source.readyState === EventSource.CLOSED ? 'offline' : 'connecting' });
      if (source.readyState !== EventSource.CLOSED) return;
      // An answer that is no stream ends the browser's own attempts.
      setTimeout(() => {
        this.#source = this.#open();
      }, 5 * PAUSE_MILLISECONDS);
    };
    source.onmessage = (message) => this.#take(JSON.parse(message.data) as LedgerEventWire);
    return source;
  }

  #take(event: LedgerEventWire): void {
    this.#show({ recent: [event, ...this.#snapshot.recent].slice(0, KEPT) });
    this.#stale.add('events');
    for (const area of AREAS[event.what.split('.')[0]!] ?? []) this.#stale.add(area);
    // A busy arena has hundreds of events a second; nobody reads faster than once in one.
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
