import type { WhoamiWire } from '../../../src/arena/browser.ts';

/** Permission of the signed-in hotkey. */
export type Permission = NonNullable<WhoamiWire['caller']>['may'][number];

export interface Session {
  readonly hotkey: string;
  readonly role: NonNullable<WhoamiWire['caller']>['role'];
  readonly may: readonly Permission[];
  /** Unix seconds by the real clock, not the arena's. */
  readonly expiresAt: number | null;
}

/**
 * The token is in a cookie that scripts cannot read, so the page asks the arena who is signed in. Keys are discarded as
 * soon as they have signed.
 */
let session: Session | 'unknown' | undefined = 'unknown';
const listeners = new Set<() => void>();

/** `unknown` until the arena has answered. */
export function sessionState(): Session | 'unknown' | undefined {
  return session;
}

export function currentSession(): Session | undefined {
  return session === 'unknown' ? undefined : session;
}

export function onSessionChange(listener: () => void): () => void {
  listeners.add(listener);
  return () => void listeners.delete(listener);
}

let check: () => void = () => {};

/** `next` is called to check who is signed in when a response of the arena contradicts what the page shows. */
export function onSessionDoubt(next: () => void): void {
  check = next;
}

export function doubtSession(): void {
  check();
}

export function setSession(next: Session | undefined): void {
  // Setting an equal session would re-render every page.
  if (next === session || JSON.stringify(next) === JSON.stringify(session)) return;
  session = next;
  for (const listener of listeners) listener();
}
