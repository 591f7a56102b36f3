// Before any schema.
import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { RouterProvider } from '@tanstack/react-router';
import { StrictMode } from 'react';
import { createRoot } from 'react-dom/client';
import { ArenaError } from './api/arena-error.ts';
import { LiveEvents } from './live/live-events.ts';
import { LiveProvider } from './live/live-provider.tsx';
import { preloadPages } from './preload-pages.ts';
import { router } from './router.tsx';
import './theme.css';

/**
 * Zod compiles schemas with `new Function` where it may. The policy of the pages forbids that, and the attempt alone is
 * reported as a violation. Read when the first schema is made, so this module has to come before every other; it sets the
 * global and does not import Zod, which pages load with their own files.
 */
Object.assign(globalThis, { __zod_globalConfig: { jitless: true } });

const queries = new QueryClient({
  defaultOptions: {
    queries: {
      staleTime: 5_000,
      // A refusal will not change its mind; a lost connection may, and so does whoever was asked too often.
      retry: (count, error) =>
        count < 2 && !(error instanceof ArenaError && error.status < 500 && error.status !== 429),
      retryDelay: (count) => 2_000 * 2 ** count,
      networkMode: 'always',
    },
  },
});

createRoot(document.getElementById('root')!).render(
  <StrictMode>
    <QueryClientProvider client={queries}>
      <LiveProvider live={new LiveEvents(queries)}>
        <RouterProvider router={router} />
      </LiveProvider>
    </QueryClientProvider>
  </StrictMode>,
);

preloadPages();
