import type { QueryClient } from '@tanstack/react-query';
import { refreshSession } from './refresh-session.ts';
import { currentSession, onSessionChange, onSessionDoubt, sessionState } from './session.ts';

/**
 * Checks who is signed in, now and whenever the page becomes visible again, and refetches the queries if that changes.
 */
export function keepSession(queries: QueryClient): void {
  let before = currentSession()?.hotkey;
  let isKnown = false;
  onSessionChange(() => {
    const hotkey = currentSession()?.hotkey;
    // The first answer needs no refetch: every request so far was sent with the same cookie.
    if (isKnown && hotkey !== before) {
      queries.removeQueries({ type: 'inactive' });
      void queries.invalidateQueries();
    }
    before = hotkey;
    isKnown ||= sessionState() !== 'unknown';
  });
  document.addEventListener('visibilitychange', () => {
    if (!document.hidden) void refreshSession();
  });
  onSessionDoubt(() => void refreshSession());
  void refreshSession();
}
