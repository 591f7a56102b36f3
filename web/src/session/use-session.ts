import { useSyncExternalStore } from 'react';
import { currentSession, onSessionChange, type Session, sessionState } from './session.ts';

export function useSession(): Session | undefined {
  return useSyncExternalStore(onSessionChange, currentSession);
}

/** The same, with `unknown` until the arena has answered whether there is a session. */
export function useSessionState(): Session | 'unknown' | undefined {
  return useSyncExternalStore(onSessionChange, sessionState);
}
