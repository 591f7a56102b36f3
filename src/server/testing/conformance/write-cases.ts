import { counts, sampleReport } from '../../../arena/testing/sample-agency.ts';
import { signWeights } from '../../../chain/weights.ts';
import { problemToWire } from '../../../problems/problem-wire.ts';
import { plainAgent } from '../sample/sample-agents.ts';
import type { SampleDay } from '../sample/sample-day.ts';
import { markedProblems } from '../sample/sample-problems.ts';
import { success } from '../sample/sample-run.ts';
import { wordOf } from '../sample/sample-secrets.ts';
import { agentForm, type Proof } from '../sample/sample-server.ts';
import { SUITE_SIZE } from '../sample/sample-stage.ts';
import { addressOf, SAMPLE_PEOPLE, walletOf } from '../sample/sample-wallets.ts';
import { ADMIN, ALL_CALLERS, CONTESTANTS, type ReadCase, VALIDATORS } from './read-case.ts';

/** One action, and who may do it. For all other callers it changes nothing and reveals nothing. */
export interface WriteCase extends ReadCase {
  readonly route: string;
  readonly by?: Proof;
}

const reason = 'because the operator says so';
const HOLDER = ['holder'] as const;
const NO_WEBHOOK = '00000000-0000-4000-8000-000000000000';
const KNOWN = SAMPLE_PEOPLE.filter((person) => person !== 'nobody');

/** All actions, in a possible order. Missing endpoints fail the test. */
export function writeCases({ versions, runs, suites, problems, races }: SampleDay): readonly WriteCase[] {
  const spare = addressOf('poor');
  const admin = (route: string, rest: Omit<ReadCase, 'open'> = {}): WriteCase => ({ route, open: ADMIN, ...rest });
  const version = (act: string, body: unknown, of = versions.bobCopy): WriteCase =>
    admin(`POST /v1/admin/agent-versions/{}/${act}`, { path: [of], body });
  return [
    { route: 'POST /v1/auth/challenge', body: { hotkey: addressOf('alice') }, open: ALL_CALLERS },
    {
      route: 'POST /v1/auth/session',
      body: { hotkey: addressOf('alice'), challenge: `bittensor-auth:1:${'0'.repeat(32)}`, signature: '0x00' },
      open: [],
    },
    {
      route: 'POST /v1/auth/browser-session',
      body: { hotkey: addressOf('alice'), challenge: `bittensor-auth:1:${'0'.repeat(32)}`, signature: '0x00' },
      open: [],
    },
    { route: 'POST /v1/auth/logout', by: 'version 2', open: KNOWN },
    {
      route: 'POST /v1/public/waitlist',
      body: { email: `${wordOf('address on the waitlist')}@example.org` },
      open: ALL_CALLERS,
    },

    { route: 'POST /v1/miner/check', body: agentForm('any', plainAgent(7)), open: CONTESTANTS },
    {
      route: 'POST /v1/miner/inference-auth/{}',
      path: ['chutes'],
      body: { credential: wordOf('credential of bob') },
      open: CONTESTANTS,
    },
    {
      route: 'POST /v1/miner/chutes-auth',
      body: { refresh_token: wordOf('credential of alice') },
      open: CONTESTANTS,
    },
    {
      route: 'POST /v1/miner/chutes/exchange-code',
      body: { code: 'a', code_verifier: 'b', redirect_uri: 'http://127.0.0.1/' },
      open: [],
    },
    { route: 'PATCH /v1/miner/inference-auth/default', body: { provider: 'chutes' }, open: CONTESTANTS },
    // The racers were fixed when qualifying closed.
    { route: 'PUT /v1/miner/race-selection', body: { agent_version_id: versions.aliceRacing }, open: [] },
    { route: 'DELETE /v1/miner/race-selection', open: [] },
    { route: 'PUT /v1/profile', body: { name: null, link: 'https://example.org/' }, open: CONTESTANTS },
    { route: 'POST /v1/webhooks', body: { url: 'https://hooks.example.org/' }, open: CONTESTANTS },
    // A webhook that does not exist.
    { route: 'POST /v1/webhooks/{}/test', path: [NO_WEBHOOK], open: [] },
    { route: 'DELETE /v1/webhooks/{}', path: [NO_WEBHOOK], open: [] },
    // Any caller that can sign, also unregistered or banned: each only for its own versions.
    { route: 'POST /v1/corpus/withdrawals', body: { agent_version_id: null }, open: KNOWN },

    // `holder` already has the first of Alice's waiting items and gets the second.
    {
      route: 'POST /v1/validator/work/claim',
      open: VALIDATORS,
      shows: { 'credential of alice': VALIDATORS, 'code of alice, flagged': ['holder'] },
    },
    { route: 'DELETE /v1/miner/inference-auth/{}', path: ['chutes'], open: CONTESTANTS },
    { route: 'POST /v1/validator/evaluation-runs/{}/heartbeat', path: [runs.held], open: HOLDER },
    {
      route: 'POST /v1/validator/evaluation-runs/{}/progress',
      path: [runs.held],
      body: { problems: [{ problem_id: problems.open[0], status: 'SUCCESS', score: 1 }] },
      open: HOLDER,
    },
    {
      // The suite has too few problems for a probe attempt.
      route: 'POST /v1/validator/evaluation-runs/{}/agency',
      path: [runs.held],
      body: sampleReport(counts([1, 1], [0, 0], [0, 0]), 1),
      open: [],
    },
    {
      route: 'POST /v1/validator/uploads/presign',
      body: {
        eval_run_id: runs.heldInRace,
        problem_id: problems.unseen[0],
        content_length: 2,
        content_type: 'application/json',
      },
      open: HOLDER,
      shows: { 'problems of the running race': HOLDER },
    },
    { route: 'PUT /v1/files/upload/{}', path: ['nothing'], body: Buffer.from('{}'), open: [] },
    {
      route: 'POST /v1/validator/evaluation-runs/{}/complete',
      path: [runs.held],
      body: success(SUITE_SIZE, { solved: 1, coefficient: 1, judge: '', log: '', errorOutput: '' }),
      open: HOLDER,
    },
    {
      route: 'POST /v1/chain/weights',
      body: signWeights({ uids: [0], values: [65_535] }, { netuid: 16, block: 0 }, walletOf('holder')),
      open: [],
    },

    admin('POST /v1/admin/validator-pause', { body: { reason } }),
    admin('POST /v1/admin/validator-resume'),
    admin('POST /v1/admin/submission-pause', { body: { reason, auto_release_at: '2099-01-01T00:00:00Z' } }),
    admin('POST /v1/admin/submission-resume', { body: { reason } }),
    admin('POST /v1/admin/miners/{}/ban', { path: [spare], body: { reason } }),
    admin('POST /v1/admin/miners/{}/unban', { path: [spare] }),
    admin('POST /v1/admin/miners/{}/clear-cooldown', { path: [addressOf('alice')] }),
    admin('POST /v1/admin/miners/clear-all-cooldowns'),
    admin('PATCH /v1/admin/validators/{}', { path: [addressOf('idle')], body: { max_concurrent_runs: 3, reason } }),
    admin('POST /v1/admin/validators/{}/ban', { path: [addressOf('outsider')], body: { reason } }),
    admin('POST /v1/admin/validators/{}/unban', { path: [addressOf('outsider')] }),
    admin('POST /v1/admin/webhooks', { body: { url: 'https://hooks.example.org/', events: ['race_decided'] } }),
    { route: 'POST /v1/admin/webhooks/{}/test', path: [NO_WEBHOOK], open: [] },
    { route: 'POST /v1/admin/webhooks/{}/remove', path: [NO_WEBHOOK], body: { reason }, open: [] },
    admin('POST /v1/admin/profiles/{}/clear', { path: [spare], body: { reason } }),
    version('discard', { reason }),
    version('reinstate', { reason }),
    version('eliminate', { reason }),
    version('reinstate-elimination', undefined),
    version('reevaluate', { reason }),
    version('clear-flag', { reason }),
    version('cancel', { reason }, versions.aliceWaiting),
    admin('POST /v1/admin/evaluation-runs/{}/invalidate', {
      path: [runs.succeeded],
      body: { reason },
      shows: { 'error output of alice, qualifying': ADMIN },
    }),
    admin('POST /v1/admin/suites', {
      body: {
        name: 'third',
        problems: markedProblems(3, { prefix: 'third', question: 'q', answer: 'a' }).map(problemToWire),
        is_public: false,
      },
    }),
    admin('POST /v1/admin/suites/{}/twins', {
      path: [`${suites.sealed}`],
      body: {
        problems: markedProblems(3, { prefix: 'twin', question: 'q', answer: 'a' }).map(problemToWire),
      },
    }),
    admin('POST /v1/admin/policy', { body: { set: { 'queue.retryDelaySeconds': 2 }, reason } }),
    admin('POST /v1/admin/problems/retire', { body: { problem_ids: ['hidden1'], reason } }),
    // A race is running; the next one cannot be closed.
    { route: 'POST /v1/admin/races/close-qualifying', open: [] },
    {
      route: 'PATCH /v1/admin/races/{}/qualifying-deadline',
      path: [races.running],
      body: { qualifying_closes_at: '2099-01-01T00:00:00Z', reason },
      open: [],
    },
    admin('POST /v1/admin/races/cancel', { body: { reason } }),
    version('set-top', { force: true }),
    admin('POST /v1/admin/suites/{}/activate', { path: [`${suites.sealed}`], query: 'requeue_top_n=2' }),
    { route: 'POST /v1/miner/submit', body: agentForm('omega', plainAgent(8)), open: CONTESTANTS },
    { route: 'POST /v1/chain/register', by: 'version 2', open: KNOWN },
    {
      route: 'POST /v1/chain/register',
      by: 'version 2',
      body: { hotkey: spare, stake_tao: 1 },
      open: ADMIN,
    },
    admin('POST /v1/admin/chain/fund', { body: { hotkey: spare, tao: 1 } }),
  ];
}
