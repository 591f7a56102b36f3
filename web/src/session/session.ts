import type { WhoamiWire } from '../../../src/arena/browser.ts';

/** What the hotkey that is signed in here may do. */
export type Permission = NonNullable<WhoamiWire['caller']>['may'][number];

export interface Session {
  readonly hotkey: string;
  readonly role: NonNullable<WhoamiWire['caller']>['role'];
  readonly may: readonly Permission[];
  /** Unix seconds of the real clock, not the arena's. */
  readonly expiresAt: number | null;
}

/**
 * The token is in a cookie that no script can read, so the page learns from the arena who is signed in. Keys are forgotten
 * as soon as they have signed.
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

/** `next` finds out who is signed in whenever the arena's answers contradict what the page shows. */
export function onSessionDoubt(next: () => void): void {
  check = next;
}

export function doubtSession(): void {
  check();
}

export function setSession(next: Session | undefined): void {
  // The same again would draw every page anew.
  if (next === session || JSON.stringify(next) === JSON.stringify(session)) return;
  session = next;
  for (const listener of listeners) listener();
}
