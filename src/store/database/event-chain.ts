import { canonicalJson } from '../../json/canonical-json.ts';
import type { Event, EventHead, NewEvent } from './event.ts';

/** Hexadecimal SHA-256 of a text. Passed in, because Node and browsers compute it differently. */
export type Sha256 = (text: string) => string;

/** The event in its position after `head`. */
export function eventAfterBy(
  sha256: Sha256,
  head: EventHead,
  { who, what, when, why, subject, data }: NewEvent,
): Event {
  const content = { sequence: head.sequence + 1, who, what, when, why, subject, data, previous: head.hash };
  return { ...content, hash: sha256(canonicalJson(content)) };
}

/** Why an event does not follow `head`; `undefined` when it does. */
export function eventFlawBy(sha256: Sha256, event: Event, head: EventHead): string | undefined {
  if (event.sequence !== head.sequence + 1) return `it follows number ${head.sequence}`;
  if (event.previous !== head.hash) return 'it names another event as the one before it';
  return eventAfterBy(sha256, head, event).hash === event.hash ? undefined : 'its content does not have its hash';
}
