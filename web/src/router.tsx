import { createRootRoute, createRoute, createRouter, lazyRouteComponent } from '@tanstack/react-router';
import { NotFound } from './parts/not-found.tsx';
import { PageFailed } from './parts/page-failed.tsx';
import { Shell } from './parts/shell.tsx';

const root = createRootRoute({ component: Shell, notFoundComponent: NotFound });

const pages = [
  createRoute({
    getParentRoute: () => root,
    path: '/',
    component: lazyRouteComponent(() => import('./pages/arena/arena-page.tsx'), 'ArenaPage'),
  }),
  createRoute({
    getParentRoute: () => root,
    path: '/races',
    component: lazyRouteComponent(() => import('./pages/race/races-page.tsx'), 'RacesPage'),
  }),
  createRoute({
    getParentRoute: () => root,
    path: '/races/$raceId',
    component: lazyRouteComponent(() => import('./pages/race/race-page.tsx'), 'RacePage'),
  }),
  createRoute({
    getParentRoute: () => root,
    path: '/agents/$versionId',
    component: lazyRouteComponent(() => import('./pages/agent/agent-page.tsx'), 'AgentPage'),
  }),
  createRoute({
    getParentRoute: () => root,
    path: '/contestants/$hotkey',
    component: lazyRouteComponent(() => import('./pages/agent/contestant-page.tsx'), 'ContestantPage'),
  }),
  createRoute({
    getParentRoute: () => root,
    path: '/attempts/$runId/$problemId',
    component: lazyRouteComponent(() => import('./pages/attempt/attempt-page.tsx'), 'AttemptPage'),
  }),
  createRoute({
    getParentRoute: () => root,
    path: '/corpus',
    component: lazyRouteComponent(() => import('./pages/corpus/corpus-page.tsx'), 'CorpusPage'),
  }),
  createRoute({
    getParentRoute: () => root,
    path: '/training',
    component: lazyRouteComponent(() => import('./pages/training/training-page.tsx'), 'TrainingPage'),
  }),
  createRoute({
    getParentRoute: () => root,
    path: '/chain',
    component: lazyRouteComponent(() => import('./pages/chain/chain-page.tsx'), 'ChainPage'),
  }),
  createRoute({
    getParentRoute: () => root,
    path: '/submit',
    component: lazyRouteComponent(() => import('./pages/submit/submit-page.tsx'), 'SubmitPage'),
  }),
] as const;

export const router = createRouter({
  routeTree: root.addChildren(pages),
  defaultPreload: 'intent',
  defaultErrorComponent: PageFailed,
  scrollRestoration: true,
});

declare module '@tanstack/react-router' {
  interface Register {
    router: typeof router;
  }
}
