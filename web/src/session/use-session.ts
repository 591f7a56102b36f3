import { useSyncExternalStore } from 'react';
import { currentSession, onSessionChange, type Session, sessionState } from './session.ts';

export function useSession(): Session | undefined {
  return useSyncExternalStore(onSessionChange, currentSession);
}

/** The same, with `unknown` while the arena has not said whether somebody is signed in. */
export function useSessionState(): Session | 'unknown' | undefined {
  return useSyncExternalStore(onSessionChange, sessionState);
}
