import type { SampleDay } from '../sample/sample-day.ts';
import { addressOf } from '../sample/sample-wallets.ts';
import { EVERYBODY, type Look, type Looks, NOBODY } from './look.ts';

const TO_ALL: readonly Look[] = [{ open: EVERYBODY }];

/** What everybody may see of the arena as a whole, and alike. */
export function looksAtTheBoard({ suites, races }: SampleDay): Looks {
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
    'GET /v1/public/suites/current': TO_ALL,
    'GET /v1/public/suites/{}/problems': [
      { path: [`${suites.open}`], open: EVERYBODY },
      { path: [`${suites.sealed}`], open: NOBODY },
    ],
    'GET /v1/public/leaderboard': [
      { open: EVERYBODY },
      { query: 'score_type=race', open: EVERYBODY },
      { query: `q=${addressOf('alice').slice(0, 10)}`, open: EVERYBODY },
      { query: 'sort=category&category=product&order=asc', open: EVERYBODY },
      { query: `agency=unknown&sort=contestant&hotkey=${addressOf('alice')}`, open: EVERYBODY },
      { query: 'model=house/adept', open: EVERYBODY },
      { query: `suite_id=${suites.sealed}&category=product`, open: EVERYBODY },
    ],
    'GET /v1/public/leaderboard.json': [{ open: EVERYBODY }, { query: 'category=shop', open: EVERYBODY }],
    'GET /v1/public/leaderboard.csv': [{ open: EVERYBODY }, { query: 'score_type=race', open: EVERYBODY }],
    'GET /v1/public/profiles': [{ query: `hotkeys=${addressOf('alice')},${addressOf('holder')}`, open: EVERYBODY }],
    'GET /v1/public/top': TO_ALL,
    'GET /v1/public/top/history': TO_ALL,
    'GET /v1/public/top-miner-payout': TO_ALL,
    'GET /v1/public/evaluations/running': TO_ALL,
    'GET /v1/public/evaluations/pending': TO_ALL,
    'GET /v1/public/validators': TO_ALL,
    'GET /v1/public/validators/{}': [
      { path: [addressOf('holder')], open: EVERYBODY },
      { path: [addressOf('idle')], open: EVERYBODY },
      { path: [addressOf('alice')], open: NOBODY },
    ],
    'GET /v1/public/feed.atom': TO_ALL,
    'GET /v1/public/hotkeys/{}/feed.atom': [
      { path: [addressOf('alice')], open: EVERYBODY },
      { path: [addressOf('bob')], open: EVERYBODY },
    ],
    'GET /v1/public/audits': TO_ALL,
    'GET /v1/public/trajectories/history': TO_ALL,
    'GET /v1/public/inference/models': [{ open: EVERYBODY }, { query: 'ranked=true', open: EVERYBODY }],
    'GET /v1/public/ledger': [{ query: 'limit=1000', open: EVERYBODY }],
    'GET /v1/public/ledger/search': [
      { query: 'limit=200', open: EVERYBODY },
      { query: `kinds=run,racer.scored&about=${addressOf('holder')}`, open: EVERYBODY },
    ],
    // Nothing is published here.
    'GET /v1/public/corpus': [{ open: NOBODY }],
    'GET /v1/public/corpus/files/{}': [{ path: ['manifest.json'], open: NOBODY }],
    'GET /v1/public/corpus/rows': [{ open: NOBODY }, { query: 'model=house/adept', open: NOBODY }],
    'GET /v1/public/corpus/rows/{}': [{ path: ['row-1'], open: NOBODY }],
    'GET /v1/public/training': [{ open: NOBODY }],
    'GET /v1/public/training/runs': TO_ALL,
    'GET /v1/public/training/runs/{}': [{ path: ['here.run'], open: NOBODY }],
    'GET /v1/public/training/runs/{}/samples': [{ path: ['here.run'], query: 'problem_id=p1', open: NOBODY }],
    'GET /v1/public/chain/metagraph': TO_ALL,
    'GET /v1/public/chain/ledger': TO_ALL,
    'GET /v1/public/chain/emission': TO_ALL,
    'GET /v1/public/races/current': TO_ALL,
    'GET /v1/public/races/history': TO_ALL,
    'GET /v1/public/races/alarm': TO_ALL,
    'GET /v1/public/races/{}': [
      { path: [races.over], open: EVERYBODY },
      { path: [races.running], open: EVERYBODY },
    ],
    'GET /v1/public/races/{}/seed-commitment': [
      { path: [races.over], open: EVERYBODY },
      { path: [races.running], open: EVERYBODY },
    ],
    'GET /v1/public/races/{}/validator-variance': [
      { path: [races.over], open: EVERYBODY },
      { path: [races.running], open: NOBODY },
    ],
    'GET /v1/public/hotkeys/{}': [
      { path: [addressOf('alice')], open: EVERYBODY },
      { path: [addressOf('bob')], open: EVERYBODY },
      { path: [addressOf('banned')], open: EVERYBODY },
    ],
  };
}
