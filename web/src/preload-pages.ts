import { router } from './router.tsx';

const PAGES = ['/', '/races', '/chain', '/ledger', '/corpus', '/training', '/submit'] as const;

/** Preloads the other pages when idle, so that navigation is instant and works offline. */
export function preloadPages(): void {
  const later = globalThis.requestIdleCallback ?? ((work: () => void) => setTimeout(work, 2_000));
  later(() => {
    for (const to of PAGES) router.preloadRoute({ to }).catch(() => {});
  });
}
