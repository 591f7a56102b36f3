import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { makeSqliteDatabase } from '../../../store/testing/every-engine.ts';
import { SampleServer } from '../sample/sample-server.ts';

/** Endpoints that clients of the original platform call, by group. */
const WIRE_CONTRACT: readonly string[] = [
  'GET /health',
  'GET /health/deep',
  'POST /v1/auth/challenge',
  'POST /v1/auth/session',
  'POST /v1/auth/logout',
  'GET /v1/public/suites',
  'GET /v1/public/suites/current',
  'GET /v1/public/suites/{suite_id}/problems',
  'GET /v1/public/leaderboard',
  'GET /v1/public/top',
  'GET /v1/public/top/history',
  'GET /v1/public/top-miner-payout',
  'GET /v1/public/agent-versions/{agent_version_id}',
  'GET /v1/public/agent-versions/{agent_version_id}/status',
  'GET /v1/public/agent-versions/{agent_version_id}/runs',
  'GET /v1/public/agent-versions/{agent_version_id}/problems',
  'GET /v1/public/evaluation-runs/{eval_run_id}',
  'GET /v1/public/evaluations/running',
  'GET /v1/public/evaluations/pending',
  'GET /v1/public/validators',
  'GET /v1/public/audits',
  'GET /v1/public/races/current',
  'GET /v1/public/races/history',
  'GET /v1/public/races/{race_id}',
  'GET /v1/public/races/{race_id}/validator-variance',
  'GET /v1/public/races/{race_id}/seed-commitment',
  'GET /v1/public/trajectories/history',
  'GET /v1/public/episode-results/{episode_result_id}/feedback',
  'GET /v1/public/inference/models',
  'POST /v1/public/artifacts/download-url',
  'POST /v1/public/waitlist',
  'POST /v1/miner/submit',
  'GET /v1/miner/agents',
  'GET /v1/miner/agents/{agent_id}/versions',
  'GET /v1/miner/agent-versions/{agent_version_id}',
  'GET /v1/miner/inference-auth',
  'GET /v1/miner/inference-auth/{provider}',
  'POST /v1/miner/inference-auth/{provider}',
  'DELETE /v1/miner/inference-auth/{provider}',
  'PATCH /v1/miner/inference-auth/default',
  'POST /v1/miner/chutes-auth',
  'GET /v1/miner/chutes-auth/status',
  'POST /v1/miner/chutes/exchange-code',
  'PUT /v1/miner/race-selection',
  'DELETE /v1/miner/race-selection',
  'POST /v1/validator/work/claim',
  'POST /v1/validator/evaluation-runs/{eval_run_id}/heartbeat',
  'GET /v1/validator/evaluation-runs/{eval_run_id}/problems',
  'POST /v1/validator/evaluation-runs/{eval_run_id}/progress',
  'POST /v1/validator/evaluation-runs/{eval_run_id}/complete',
  'POST /v1/validator/uploads/presign',
  'GET /v1/validator/weight-salt',
  'GET /v1/admin/agent-versions',
  'GET /v1/admin/agent-versions/{agent_version_id}/code',
  ...['cancel', 'discard', 'reinstate', 'eliminate', 'reinstate-elimination', 'reevaluate', 'set-top'].map(
    (action) => `POST /v1/admin/agent-versions/{agent_version_id}/${action}`,
  ),
  'GET /v1/admin/evaluation-runs',
  'POST /v1/admin/evaluation-runs/{eval_run_id}/invalidate',
  'GET /v1/admin/miners',
  'GET /v1/admin/validators',
  'POST /v1/admin/miners/{miner_hotkey}/ban',
  'POST /v1/admin/miners/{miner_hotkey}/unban',
  'POST /v1/admin/miners/{hotkey}/clear-cooldown',
  'PATCH /v1/admin/validators/{validator_hotkey}',
  'POST /v1/admin/validators/{validator_hotkey}/ban',
  'POST /v1/admin/validators/{validator_hotkey}/unban',
  'GET /v1/admin/validator-pause',
  'POST /v1/admin/validator-pause',
  'POST /v1/admin/validator-resume',
  'GET /v1/admin/races/current',
  'POST /v1/admin/races/close-qualifying',
  'GET /v1/admin/races/{race_id}/diagnostics',
  'POST /v1/admin/suites',
  'POST /v1/admin/suites/{suite_id}/activate',
  'GET /v1/admin/reaper/stats',
  'PATCH /v1/admin/races/{race_id}/qualifying-deadline',
  'POST /v1/admin/miners/clear-all-cooldowns',
  'GET /v1/admin/analytics/validator-scores',
  'GET /v1/admin/analytics/agent-version-variance',
  'GET /v1/admin/analytics/validator-failures/{validator_hotkey}',
  'GET /v1/admin/analytics/validator-resources',
  'GET /v1/admin/audit-events',
];

/** Function names in generated clients. */
const NAMES: Readonly<Record<string, string>> = {
  get_leaderboard: 'GET /v1/public/leaderboard',
  get_top_agent: 'GET /v1/public/top',
  get_race_history: 'GET /v1/public/races/history',
  get_race_detail: 'GET /v1/public/races/{race_id}',
  get_current_race: 'GET /v1/public/races/current',
  claim_work: 'POST /v1/validator/work/claim',
  heartbeat: 'POST /v1/validator/evaluation-runs/{eval_run_id}/heartbeat',
  update_progress: 'POST /v1/validator/evaluation-runs/{eval_run_id}/progress',
  presign_upload: 'POST /v1/validator/uploads/presign',
  complete_run: 'POST /v1/validator/evaluation-runs/{eval_run_id}/complete',
  get_run_problems: 'GET /v1/validator/evaluation-runs/{eval_run_id}/problems',
  submit_agent: 'POST /v1/miner/submit',
  request_challenge: 'POST /v1/auth/challenge',
  create_session_endpoint: 'POST /v1/auth/session',
};

interface Described {
  readonly operationId: string;
  readonly tags: readonly string[];
  readonly summary: string;
  readonly security?: readonly Record<string, readonly string[]>[];
  readonly parameters?: readonly { readonly in: string; readonly name: string }[];
  readonly requestBody?: { readonly required: boolean; readonly content: Readonly<Record<string, unknown>> };
  readonly responses: Readonly<Record<string, unknown>>;
}

interface Document {
  readonly openapi: string;
  readonly paths: Readonly<Record<string, Readonly<Record<string, Described>>>>;
  readonly components: { readonly securitySchemes: Readonly<Record<string, unknown>> };
}

describe('API description', () => {
  let server: SampleServer;
  let document: Document;
  let operations: readonly (readonly [name: string, operation: Described])[];
  beforeAll(async () => {
    server = await SampleServer.open(makeSqliteDatabase);
    document = (await server.ask({ target: '/openapi.json' })).json as Document;
    operations = Object.entries(document.paths).flatMap(([path, methods]) =>
      Object.entries(methods).map(([method, operation]) => [`${method.toUpperCase()} ${path}`, operation] as const),
    );
  });
  afterAll(async () => await server.close());

  it('the API description is valid OpenAPI 3.1, the same wherever it is read', async () => {
    expect(document.openapi).toMatch(/^3\.1\./);
    expect((await server.ask({ target: '/docs/json' })).json).toEqual(document);
    expect((await server.ask({ target: '/docs' })).headers['content-type']).toContain('text/html');
  });

  it('the API description has no dangling reference', () => {
    const dangling: string[] = [];
    JSON.stringify(document, (name, value: unknown) => {
      if (name !== '$ref' || typeof value !== 'string') return value;
      const found = value
        .replace(/^#\//, '')
        .split('/')
        .reduce<unknown>((part, key) => (part as Record<string, unknown> | undefined)?.[key], document);
      if (!value.startsWith('#/') || found === undefined) dangling.push(value);
      return value;
    });
    expect(dangling).toEqual([]);
  });

  it('the API page loads nothing from elsewhere', async () => {
    const { headers } = await server.ask({ target: '/docs/static/index.html' });
    const policy = headers['content-security-policy'];
    expect(policy).toContain("default-src 'self'");
    expect(policy).not.toMatch(/https?:|swagger\.io|upgrade-insecure-requests/);
  });

  it('the API description names the errors that precede any endpoint', () => {
    for (const [name, { responses }] of operations) {
      if (name === 'GET /v1/public/events') continue;
      expect(Object.keys(responses), name).toEqual(expect.arrayContaining(['405', '414', '431']));
    }
  });

  it('the API description has everything that clients of the original platform call, by name', () => {
    const names = new Map(operations);
    expect(WIRE_CONTRACT.filter((name) => !names.has(name))).toEqual([]);
    for (const [id, name] of Object.entries(NAMES)) expect(names.get(name)?.operationId, name).toBe(id);
  });

  it('every operation has a unique name, a group and a summary', () => {
    const ids = operations.map(([, { operationId }]) => operationId);
    expect(new Set(ids).size).toBe(ids.length);
    for (const [name, { operationId, tags, summary }] of operations) {
      expect(operationId, name).toMatch(/^[a-z][a-z_]+$/);
      expect(tags, name).toHaveLength(1);
      expect(summary.length, name).toBeGreaterThan(5);
    }
  });

  it('the API description declares exactly the authentication an operation needs', async () => {
    const schemes = Object.keys(document.components.securitySchemes);
    const wrong: string[] = [];
    for (const [name, { security }] of operations) {
      if (name === 'GET /v1/public/events') continue;
      for (const one of security ?? []) expect(schemes).toEqual(expect.arrayContaining(Object.keys(one)));
      const isOptional = security === undefined || security.some((one) => Object.keys(one).length === 0);
      const [method, path] = name.split(' ') as [string, string];
      const target = path.replaceAll(/\{\w+\}/g, '00000000-0000-0000-0000-000000000000');
      const stranger = await server.ask({ method, target });
      const missing = stranger.text.includes('MISSING_HEADERS');
      if (missing === isOptional) wrong.push(`${name}: ${stranger.status}`);
      // An invalid proof must be refused wherever a proof is used.
      const liar = await server.ask({ method, target, headers: { authorization: 'Bearer no' } });
      if (liar.text.includes('INVALID_SESSION') !== (security !== undefined))
        wrong.push(`${name}: ${liar.status}, liar`);
    }
    expect(wrong).toEqual([]);
  });

  it('the API description names every path parameter and every body', () => {
    for (const [name, { parameters = [], requestBody }] of operations) {
      const parts = Array.from(name.matchAll(/\{(\w+)\}/g), ([, part]) => part);
      const named = parameters.filter((parameter) => parameter.in === 'path').map((parameter) => parameter.name);
      expect(new Set(named), name).toEqual(new Set(parts));
      if (/^(PUT|PATCH)/.test(name)) expect(requestBody, name).toBeDefined();
    }
    const bodies = new Map(operations.map(([name, { requestBody }]) => [name, requestBody]));
    expect(Object.keys(bodies.get('POST /v1/miner/submit')!.content)).toEqual(['multipart/form-data']);
    expect(bodies.get('POST /v1/validator/work/claim')!.required).toBe(false);
    expect(bodies.get('POST /v1/validator/uploads/presign')!.required).toBe(true);
  });

  it('the API description has the schema of errors', () => {
    for (const [name, { responses }] of operations) {
      if (name === 'GET /v1/public/events') continue;
      for (const status of ['400', '401', '403', '404', '409', '413', '422', '429', '503']) {
        expect(responses, name).toHaveProperty(status);
      }
    }
  });
});
