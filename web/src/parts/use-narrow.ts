import { useSyncExternalStore } from 'react';

/** The same width as in `theme.css`. */
const narrow = globalThis.matchMedia('(max-width: 640px)');

function onChange(listener: () => void): () => void {
  narrow.addEventListener('change', listener);
  return () => narrow.removeEventListener('change', listener);
}

/** Whether the window is as narrow as a phone. */
export function useNarrow(): boolean {
  return useSyncExternalStore(onChange, () => narrow.matches);
}
