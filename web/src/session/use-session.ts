import { useSyncExternalStore } from 'react';
import { currentSession, onSessionChange, type Session, sessionState } from './session.ts';

export function useSession(): Session | undefined {
  return useSyncExternalStore(onSessionChange, currentSession);
}

/** Like `useSession`, but `unknown` until the arena has answered. */
export function useSessionState(): Session | 'unknown' | undefined {
  return useSyncExternalStore(onSessionChange, sessionState);
}
