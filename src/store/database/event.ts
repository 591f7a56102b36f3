import { sha256 } from '../sha256.ts';
import { eventAfterBy } from './event-chain.ts';

export type JsonValue = string | number | boolean | null | readonly JsonValue[] | { readonly [key: string]: JsonValue };

/** An event for the public ledger. It must never contain anything secret, not even temporarily. */
export interface NewEvent {
  /** A hotkey, or the part of the arena that acted. */
  readonly who: string;
  /** For example `submission.accepted`. */
  readonly what: string;
  /** Milliseconds since 1970. */
  readonly when: number;
  /** The reason, for the person who reads it. */
  readonly why: string;
  /** What the event is about, for example `version 7f3a…`. */
  readonly subject: string;
  readonly data: JsonValue;
}

/** An event in the ledger: numbered from 1 without gaps, and linked to the previous event. */
export interface Event extends NewEvent {
  readonly sequence: number;
  /** Hash of the previous event. */
  readonly previous: string;
  /** SHA-256 over the canonical JSON of everything above. */
  readonly hash: string;
}

export interface EventHead {
  readonly sequence: number;
  readonly hash: string;
}

export const NO_EVENTS: EventHead = { sequence: 0, hash: '0'.repeat(64) };

export function eventAfter(head: EventHead, newEvent: NewEvent): Event {
  return eventAfterBy(sha256, head, newEvent);
}
