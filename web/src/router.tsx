import { createRootRoute, createRoute, createRouter } from '@tanstack/react-router';
import { readAttemptSearch } from './attempt-search.ts';
import { lazyPage } from './lazy-page.ts';
import { readBoardSearch } from './pages/arena/board-search.ts';
import { readRowsSearch } from './pages/corpus/rows-search.ts';
import { readLedgerSearch } from './pages/ledger/ledger-search.ts';
import { readTrainingSearch } from './pages/training/training-search.ts';
import { NotFound } from './parts/not-found.tsx';
import { PageFailed } from './parts/page-failed.tsx';
import { Shell } from './parts/shell.tsx';
import { readVersionsSearch } from './versions-search.ts';

const root = createRootRoute({ component: Shell, notFoundComponent: NotFound });

const pages = [
  createRoute({
    getParentRoute: () => root,
    path: '/',
    validateSearch: readBoardSearch,
    component: lazyPage(() => import('./pages/arena/arena-page.tsx'), 'ArenaPage'),
  }),
  createRoute({
    getParentRoute: () => root,
    path: '/races',
    component: lazyPage(() => import('./pages/race/races-page.tsx'), 'RacesPage'),
  }),
  createRoute({
    getParentRoute: () => root,
    path: '/races/$raceId',
    component: lazyPage(() => import('./pages/race/race-page.tsx'), 'RacePage'),
  }),
  createRoute({
    getParentRoute: () => root,
    path: '/agents/$versionId',
    component: lazyPage(() => import('./pages/agent/agent-page.tsx'), 'AgentPage'),
  }),
  createRoute({
    getParentRoute: () => root,
    path: '/agents/$versionId/compare/$otherId',
    validateSearch: readVersionsSearch,
    component: lazyPage(() => import('./pages/versions/versions-page.tsx'), 'VersionsPage'),
  }),
  createRoute({
    getParentRoute: () => root,
    path: '/contestants/$hotkey',
    component: lazyPage(() => import('./pages/agent/contestant-page.tsx'), 'ContestantPage'),
  }),
  createRoute({
    getParentRoute: () => root,
    path: '/validators/$hotkey',
    component: lazyPage(() => import('./pages/validator/validator-page.tsx'), 'ValidatorPage'),
  }),
  createRoute({
    getParentRoute: () => root,
    path: '/attempts/$runId/$problemId',
    validateSearch: readAttemptSearch,
    component: lazyPage(() => import('./pages/attempt/attempt-page.tsx'), 'AttemptPage'),
  }),
  createRoute({
    getParentRoute: () => root,
    path: '/problems/$problemId',
    component: lazyPage(() => import('./pages/problem/problem-page.tsx'), 'ProblemPage'),
  }),
  createRoute({
    getParentRoute: () => root,
    path: '/problems/$problemId/compare/$leftRun/$rightRun',
    component: lazyPage(() => import('./pages/compare/compare-page.tsx'), 'ComparePage'),
  }),
  createRoute({
    getParentRoute: () => root,
    path: '/corpus',
    validateSearch: readRowsSearch,
    component: lazyPage(() => import('./pages/corpus/corpus-page.tsx'), 'CorpusPage'),
  }),
  createRoute({
    getParentRoute: () => root,
    path: '/corpus/rows/$rowId',
    validateSearch: readRowsSearch,
    component: lazyPage(() => import('./pages/corpus/row-page.tsx'), 'CorpusRowPage'),
  }),
  createRoute({
    getParentRoute: () => root,
    path: '/training',
    validateSearch: readTrainingSearch,
    component: lazyPage(() => import('./pages/training/training-page.tsx'), 'TrainingPage'),
  }),
  createRoute({
    getParentRoute: () => root,
    path: '/chain',
    component: lazyPage(() => import('./pages/chain/chain-page.tsx'), 'ChainPage'),
  }),
  createRoute({
    getParentRoute: () => root,
    path: '/ledger',
    validateSearch: readLedgerSearch,
    component: lazyPage(() => import('./pages/ledger/ledger-page.tsx'), 'LedgerPage'),
  }),
  createRoute({
    getParentRoute: () => root,
    path: '/submit',
    component: lazyPage(() => import('./pages/submit/submit-page.tsx'), 'SubmitPage'),
  }),
  createRoute({
    getParentRoute: () => root,
    path: '/account',
    component: lazyPage(() => import('./pages/account/account-page.tsx'), 'AccountPage'),
  }),
  createRoute({
    getParentRoute: () => root,
    path: '/operator',
    component: lazyPage(() => import('./pages/operator/operator-page.tsx'), 'OperatorPage'),
  }),
  createRoute({
    getParentRoute: () => root,
    path: '/help/$topic',
    component: lazyPage(() => import('./pages/help/help-page.tsx'), 'HelpPage'),
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
