import { router } from './router.tsx';

const PAGES = ['/', '/races', '/chain', '/ledger', '/corpus', '/training', '/submit'] as const;

/** Fetches the other pages once nothing else is to do: going there is then at once, and possible without a connection. */
export function preloadPages(): void {
  const later = globalThis.requestIdleCallback ?? ((work: () => void) => setTimeout(work, 2_000));
  later(() => {
    for (const to of PAGES) router.preloadRoute({ to }).catch(() => {});
  });
}
