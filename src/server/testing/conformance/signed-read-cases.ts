import type { SampleDay } from '../sample/sample-day.ts';
import { SAMPLE_MARKET_SHA256 } from '../sample/sample-market.ts';
import { addressOf, SAMPLE_PEOPLE } from '../sample/sample-wallets.ts';
import {
  ADMIN,
  ALICE,
  CONTESTANTS,
  HOLDER,
  NO_CALLER,
  type ReadCase,
  type ReadCases,
  VALIDATORS,
} from './read-case.ts';

const TO_CONTESTANTS: readonly ReadCase[] = [{ open: CONTESTANTS }];
const TO_ADMIN: readonly ReadCase[] = [{ open: ADMIN }];

/** What contestants, validators and operators see at their own endpoints. */
export function signedReadCases({ versions, runs, races, agents }: SampleDay): ReadCases {
  return {
    'GET /v1/miner/agents': TO_CONTESTANTS,
    'GET /v1/miner/agents/{}/versions': [
      { path: [agents.alice], open: ALICE },
      { path: [agents.bob], open: ['bob'] },
    ],
    'GET /v1/miner/agent-versions/{}': [
      {
        path: [versions.aliceFirst],
        open: ALICE,
        shows: { 'failure of alice, qualifying': ALICE, 'judge on alice, qualifying': ALICE },
      },
      { path: [versions.aliceRacing], open: ALICE, shows: { 'judge on alice, qualifying': ALICE } },
      { path: [versions.aliceFlagged], open: ALICE, shows: { 'code of alice, flagged': ALICE } },
      { path: [versions.bobCopy], open: ['bob'] },
      { path: [versions.bobReleased], open: ['bob'], shows: { 'judge on bob, released': ['bob'] } },
    ],
    'GET /v1/miner/ids': [
      { query: `prefix=${versions.aliceFirst}`, open: CONTESTANTS },
      { query: 'prefix=0000', open: CONTESTANTS },
    ],
    'GET /v1/miner/inference-auth': TO_CONTESTANTS,
    'GET /v1/miner/inference-auth/{}': [{ path: ['chutes'], open: CONTESTANTS }],
    'GET /v1/miner/chutes-auth/status': TO_CONTESTANTS,
    // Each caller sees its own, also after leaving or a ban.
    'GET /v1/webhooks': [{ open: SAMPLE_PEOPLE.filter((person) => person !== 'nobody') }],

    'GET /v1/validator/weight-salt': [{ open: VALIDATORS }],
    'GET /v1/validator/market': [{ open: VALIDATORS }],
    'GET /v1/validator/market/{}': [
      { path: [SAMPLE_MARKET_SHA256], open: VALIDATORS },
      { path: ['0'.repeat(64)], open: NO_CALLER },
    ],
    'GET /v1/validator/evaluation-runs/{}': [
      { path: [runs.held], open: HOLDER, shows: { 'credential of alice': HOLDER } },
      { path: [runs.overAndDone], open: NO_CALLER },
    ],
    'GET /v1/validator/evaluation-runs/{}/problems': [
      { path: [runs.held], open: HOLDER, shows: { 'answers of the public suite': HOLDER } },
      {
        path: [runs.heldInRace],
        open: HOLDER,
        shows: {
          'questions of the race': HOLDER,
          'answers of the race': HOLDER,
          'problems of the running race': HOLDER,
        },
      },
      // A validator that has finished a run may no longer read its problems.
      ...[runs.racedWell, runs.racedBadly, runs.overAndDone, runs.succeeded, runs.stale, runs.cancelled].map((run) => ({
        path: [run],
        open: NO_CALLER,
      })),
    ],

    'GET /v1/admin/agent-versions': TO_ADMIN,
    'GET /v1/admin/agent-versions/{}/code': [
      { path: [versions.aliceRacing], open: ADMIN, shows: { 'code of alice, racing version': ADMIN } },
    ],
    'GET /v1/admin/evaluation-runs': [
      {
        open: ADMIN,
        shows: {
          'error output of alice, qualifying': ADMIN,
          'error output of alice, race': ADMIN,
          'failure of alice, qualifying': ADMIN,
          'failure of alice, race': ADMIN,
          'scores of the running race': ADMIN,
        },
      },
    ],
    'GET /v1/admin/miners': TO_ADMIN,
    'GET /v1/admin/validators': TO_ADMIN,
    'GET /v1/admin/audit-events': [{ query: 'limit=500', open: ADMIN }],
    'GET /v1/admin/races/current': TO_ADMIN,
    'GET /v1/admin/races/{}/diagnostics': [
      { path: [races.over], open: ADMIN },
      { path: [races.running], open: ADMIN, shows: { 'scores of the running race': ADMIN } },
    ],
    'GET /v1/admin/submissions/flagged': [{ open: ADMIN, shows: { 'code of alice, flagged': ADMIN } }],
    // Line by line, including lines that were already in Alice's first version.
    'GET /v1/admin/submissions/near-copies': [
      {
        open: ADMIN,
        shows: {
          'code of alice, first version': ADMIN,
          'code of alice, racing version': ADMIN,
          'code of bob, near copy': ADMIN,
        },
      },
    ],
    'GET /v1/admin/licences': TO_ADMIN,
    'GET /v1/admin/webhooks': TO_ADMIN,
    'GET /v1/admin/bank': TO_ADMIN,
    'GET /v1/admin/policy': TO_ADMIN,
    'GET /v1/admin/faults': [
      {
        query: 'hours=8760',
        open: ADMIN,
        shows: { 'failure of alice, qualifying': ADMIN, 'failure of alice, race': ADMIN },
      },
    ],
    'GET /v1/admin/stuck': TO_ADMIN,
    'GET /v1/admin/reaper/stats': TO_ADMIN,
    'GET /v1/admin/analytics/validator-scores': [{ open: ADMIN, shows: { 'failure of alice, race': ADMIN } }],
    'GET /v1/admin/analytics/agent-version-variance': [{ open: ADMIN, shows: { 'scores of the running race': ADMIN } }],
    'GET /v1/admin/analytics/validator-failures/{}': [{ path: [addressOf('holder')], open: ADMIN }],
    'GET /v1/admin/analytics/validator-resources': [
      { query: 'start=2020-01-01T00:00:00Z&end=2099-01-01T00:00:00Z', open: ADMIN },
    ],
    'GET /v1/admin/validator-pause': TO_ADMIN,
    'GET /v1/admin/submission-pause': TO_ADMIN,
  };
}
