// Must run before any schema is created.
import './schema-settings.ts';
import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { RouterProvider } from '@tanstack/react-router';
import { StrictMode } from 'react';
import { createRoot } from 'react-dom/client';
import { ArenaError } from './api/arena-error.ts';
import { LiveEvents } from './live/live-events.ts';
import { LiveProvider } from './live/live-provider.tsx';
import { startNotifier } from './notices/notifier.ts';
import { preloadPages } from './preload-pages.ts';
import { router } from './router.tsx';
import { keepSession } from './session/keep-session.ts';
import './theme.css';

const queries = new QueryClient({
  defaultOptions: {
    queries: {
      staleTime: 5_000,
      // Retries 5xx and 429 twice; other errors would only repeat. An unreachable arena (status 0) is shown at once:
      // when the event stream reconnects, `LiveEvents` refetches every query.
      retry: (count, error) =>
        count < 2 && !(error instanceof ArenaError && error.status < 500 && error.status !== 429),
      retryDelay: (count) => 2_000 * 2 ** count,
      networkMode: 'always',
    },
  },
});

keepSession(queries);
const live = new LiveEvents(queries);

createRoot(document.getElementById('root')!).render(
  <StrictMode>
    <QueryClientProvider client={queries}>
      <LiveProvider live={live}>
        <RouterProvider router={router} />
      </LiveProvider>
    </QueryClientProvider>
  </StrictMode>,
);

startNotifier(live);
preloadPages();
