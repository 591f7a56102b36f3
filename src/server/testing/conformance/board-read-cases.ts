import type { SampleDay } from '../sample/sample-day.ts';
import { addressOf } from '../sample/sample-wallets.ts';
import { ALL_CALLERS, NO_CALLER, type ReadCase, type ReadCases } from './read-case.ts';

const TO_ALL: readonly ReadCase[] = [{ open: ALL_CALLERS }];

/** Public data about the whole arena, the same for every caller. */
export function boardReadCases({ suites, races, versions }: SampleDay): ReadCases {
  return {
    'GET /health': TO_ALL,
    'GET /health/ready': TO_ALL,
    'GET /health/deep': TO_ALL,
    'GET /metrics': TO_ALL,
    'GET /openapi.json': TO_ALL,
    'GET /docs': TO_ALL,
    'GET /docs/': TO_ALL,
    'GET /docs/json': TO_ALL,
    'GET /docs/yaml': TO_ALL,
    'GET /docs/static/index.html': TO_ALL,
    'GET /docs/static/swagger-initializer.js': TO_ALL,

    'GET /v1/auth/whoami': TO_ALL,
    'GET /v1/public/arena': TO_ALL,
    'GET /v1/public/suites': TO_ALL,
    'GET /v1/public/ids': [
      { query: `prefix=${races.over.slice(0, 8)}`, open: ALL_CALLERS },
      { query: `prefix=${versions.aliceFlagged.slice(0, 8)}`, open: ALL_CALLERS },
    ],
    'GET /v1/public/suites/current': TO_ALL,
    'GET /v1/public/suites/{}/problems': [
      { path: [`${suites.open}`], open: ALL_CALLERS },
      { path: [`${suites.sealed}`], open: NO_CALLER },
    ],
    'GET /v1/public/leaderboard': [
      { open: ALL_CALLERS },
      { query: 'score_type=race', open: ALL_CALLERS },
      { query: `q=${addressOf('alice').slice(0, 10)}`, open: ALL_CALLERS },
      { query: 'sort=category&category=product&order=asc', open: ALL_CALLERS },
      { query: `agency=unknown&sort=contestant&hotkey=${addressOf('alice')}`, open: ALL_CALLERS },
      { query: 'model=house/adept', open: ALL_CALLERS },
      { query: `suite_id=${suites.sealed}&category=product`, open: ALL_CALLERS },
    ],
    'GET /v1/public/leaderboard.json': [{ open: ALL_CALLERS }, { query: 'category=shop', open: ALL_CALLERS }],
    'GET /v1/public/leaderboard.csv': [{ open: ALL_CALLERS }, { query: 'score_type=race', open: ALL_CALLERS }],
    'GET /v1/public/profiles': [{ query: `hotkeys=${addressOf('alice')},${addressOf('holder')}`, open: ALL_CALLERS }],
    'GET /v1/public/top': TO_ALL,
    'GET /v1/public/top/history': TO_ALL,
    'GET /v1/public/top-miner-payout': TO_ALL,
    'GET /v1/public/evaluations/running': TO_ALL,
    'GET /v1/public/evaluations/pending': TO_ALL,
    'GET /v1/public/validators': TO_ALL,
    'GET /v1/public/validators/{}': [
      { path: [addressOf('holder')], open: ALL_CALLERS },
      { path: [addressOf('idle')], open: ALL_CALLERS },
      { path: [addressOf('alice')], open: NO_CALLER },
    ],
    'GET /v1/public/feed.atom': TO_ALL,
    'GET /v1/public/hotkeys/{}/feed.atom': [
      { path: [addressOf('alice')], open: ALL_CALLERS },
      { path: [addressOf('bob')], open: ALL_CALLERS },
    ],
    'GET /v1/public/audits': TO_ALL,
    'GET /v1/public/trajectories/history': TO_ALL,
    'GET /v1/public/inference/models': [{ open: ALL_CALLERS }, { query: 'ranked=true', open: ALL_CALLERS }],
    'GET /v1/public/ledger': [{ query: 'limit=1000', open: ALL_CALLERS }],
    'GET /v1/public/ledger/search': [
      { query: 'limit=200', open: ALL_CALLERS },
      { query: `kinds=run,racer.scored&about=${addressOf('holder')}`, open: ALL_CALLERS },
    ],
    // Nothing is published here.
    'GET /v1/public/corpus': [{ open: NO_CALLER }],
    'GET /v1/public/corpus/files/{}': [{ path: ['manifest.json'], open: NO_CALLER }],
    'GET /v1/public/corpus/rows': [{ open: NO_CALLER }, { query: 'model=house/adept', open: NO_CALLER }],
    'GET /v1/public/corpus/rows/{}': [{ path: ['row-1'], open: NO_CALLER }],
    'GET /v1/public/training': [{ open: NO_CALLER }],
    'GET /v1/public/training/runs': TO_ALL,
    'GET /v1/public/training/runs/{}': [{ path: ['here.run'], open: NO_CALLER }],
    'GET /v1/public/training/runs/{}/samples': [{ path: ['here.run'], query: 'problem_id=p1', open: NO_CALLER }],
    'GET /v1/public/chain/metagraph': TO_ALL,
    'GET /v1/public/chain/ledger': TO_ALL,
    'GET /v1/public/chain/emission': TO_ALL,
    'GET /v1/public/chain/payments': TO_ALL,
    'GET /v1/public/races/current': TO_ALL,
    'GET /v1/public/races/history': TO_ALL,
    'GET /v1/public/races/alarm': TO_ALL,
    'GET /v1/public/races/{}': [
      { path: [races.over], open: ALL_CALLERS },
      { path: [races.running], open: ALL_CALLERS },
    ],
    'GET /v1/public/races/{}/seed-commitment': [
      { path: [races.over], open: ALL_CALLERS },
      { path: [races.running], open: ALL_CALLERS },
    ],
    'GET /v1/public/races/{}/validator-variance': [
      { path: [races.over], open: ALL_CALLERS },
      { path: [races.running], open: NO_CALLER },
    ],
    'GET /v1/public/hotkeys/{}': [
      { path: [addressOf('alice')], open: ALL_CALLERS },
      { path: [addressOf('bob')], open: ALL_CALLERS },
      { path: [addressOf('banned')], open: ALL_CALLERS },
    ],
  };
}
