import { createContext, type ReactNode, useContext, useSyncExternalStore } from 'react';
import type { LiveEvents, LiveSnapshot } from './live-events.ts';

const Live = createContext<LiveEvents | undefined>(undefined);

export function LiveProvider({ live, children }: { readonly live: LiveEvents; readonly children: ReactNode }) {
  return <Live value={live}>{children}</Live>;
}

/** A part of what is live, so that a page is drawn again only when that part changes. */
function useLive<Part>(part: (snapshot: LiveSnapshot) => Part): Part {
  const live = useContext(Live);
  if (live === undefined) throw new Error('there is no LiveProvider around this');
  return useSyncExternalStore(live.subscribe, () => part(live.snapshot()));
}

export function useLiveState(): LiveSnapshot['state'] {
  return useLive(({ state }) => state);
}

/** What happened since the page was opened, the newest first. */
export function useRecentEvents(): LiveSnapshot['recent'] {
  return useLive(({ recent }) => recent);
}
