import { createContext, type ReactNode, useContext, useSyncExternalStore } from 'react';
import type { LiveEvents, LiveSnapshot } from './live-events.ts';

const Live = createContext<LiveEvents | undefined>(undefined);

export function LiveProvider({ live, children }: { readonly live: LiveEvents; readonly children: ReactNode }) {
  return <Live value={live}>{children}</Live>;
}

/** Selects a part of the live state, so that a component re-renders only when that part changes. */
function useLive<Part>(part: (snapshot: LiveSnapshot) => Part): Part {
  const live = useContext(Live);
  if (live === undefined) throw new Error('there is no LiveProvider around this');
  return useSyncExternalStore(live.subscribe, () => part(live.snapshot()));
}

export function useLiveState(): LiveSnapshot['state'] {
  return useLive(({ state }) => state);
}

/** Events since the page was opened, newest first. */
export function useRecentEvents(): LiveSnapshot['recent'] {
  return useLive(({ recent }) => recent);
}
