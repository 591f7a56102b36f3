import { useSyncExternalStore } from 'react';
import { currentSession, onSessionChange, type Session } from './session.ts';

export function useSession(): Session | undefined {
  return useSyncExternalStore(onSessionChange, currentSession);
}
