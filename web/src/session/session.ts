import type { Signer } from './signer.ts';

export interface Session {
  readonly hotkey: string;
  readonly token: string;
  readonly role: string;
  /** Unix seconds. */
  readonly expiresAt: number;
  /** What signed in, and signs again where a session is not enough. */
  readonly signer: Signer;
}

/**
 * In memory and nowhere else: what a page keeps in the browser's storage is read by whatever else is ever served under
 * the same address, and outlives the visit.
 */
let session: Session | undefined;
const listeners = new Set<() => void>();

export function currentSession(): Session | undefined {
  return session;
}

export function onSessionChange(listener: () => void): () => void {
  listeners.add(listener);
  return () => void listeners.delete(listener);
}

/** With nothing, whoever was signed in is forgotten, the key included. */
export function setSession(next: Session | undefined): void {
  if (session !== undefined && session.signer !== next?.signer) session.signer.forget();
  session = next;
  for (const listener of listeners) listener();
}
