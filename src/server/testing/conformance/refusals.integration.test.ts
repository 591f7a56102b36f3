import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { problemToWire } from '../../../problems/problem-wire.ts';
import { onEveryEngine } from '../../../store/testing/every-engine.ts';
import { plainAgent, refusedAgent } from '../sample/sample-agents.ts';
import { passSampleDay, type SampleDay } from '../sample/sample-day.ts';
import { markedProblems } from '../sample/sample-problems.ts';
import { success } from '../sample/sample-run.ts';
import { agentForm, SAMPLE_POLICY, type SampleRequest, SampleServer } from '../sample/sample-server.ts';
import { SUITE_SIZE } from '../sample/sample-stage.ts';
import type { Answered } from '../sample/send-request.ts';

const seen = { solved: 1, coefficient: 1, judge: '', log: '', errorOutput: '' };

/** The error codes of the original platform, each with its status and a request that causes it. */
function refusals({ runs, versions, problems }: SampleDay): readonly [string, number, SampleRequest][] {
  const submit = (form: FormData): SampleRequest => ({
    as: 'alice',
    method: 'POST',
    target: '/v1/miner/submit',
    body: form,
  });
  const run = (as: 'holder' | 'idle', id: string, act: string, body: unknown = {}): SampleRequest => ({
    as,
    method: 'POST',
    target: `/v1/validator/evaluation-runs/${id}/${act}`,
    body,
  });
  const progress = (problem_id: string) => ({ problems: [{ problem_id, status: 'RUNNING' }] });
  const log = { artifact_type: 'EVAL_PROBLEM_LOGS', agent_version_id: versions.aliceFirst };
  return [
    ['INVALID_AGENT_NAME', 400, submit(agentForm('no/slashes', plainAgent(1)))],
    ['INVALID_FILE', 400, submit(agentForm('fine', Buffer.from([0xff, 0xfe])))],
    ['FILE_TOO_LARGE', 413, submit(agentForm('fine', 'x'.repeat(1_000_001)))],
    ['CODE_ANALYSIS_ERROR', 422, submit(agentForm('fine', refusedAgent('a')))],
    ['MISSING_PARAMETER', 400, submit(new FormData())],
    ['AT_CAPACITY', 409, { as: 'idle', method: 'POST', target: '/v1/validator/work/claim' }],
    ['EVAL_RUN_NOT_FOUND', 404, run('holder', randomUUID(), 'heartbeat')],
    ['EVAL_RUN_NOT_FOUND', 404, run('holder', randomUUID(), 'progress', progress(problems.open[0]!))],
    ['EVAL_RUN_NOT_FOUND', 404, run('holder', randomUUID(), 'complete', success(SUITE_SIZE, seen))],
    ['LEASE_EXPIRED', 409, run('holder', runs.stale, 'heartbeat')],
    ['LEASE_EXPIRED', 409, run('holder', runs.stale, 'complete', success(SUITE_SIZE, seen))],
    ['LEASE_EXPIRED', 409, run('holder', runs.cancelled, 'heartbeat')],
    ['NOT_RUN_OWNER', 409, run('idle', runs.held, 'heartbeat')],
    ['NOT_RUN_OWNER', 409, run('idle', runs.held, 'complete', success(SUITE_SIZE, seen))],
    ['RUN_ALREADY_COMPLETE', 409, run('idle', runs.succeeded, 'complete', success(SUITE_SIZE, seen))],
    ['MISSING_SCORE', 400, run('holder', runs.held, 'complete', { terminal_status: 'SUCCESS' })],
    ['INVALID_PROBLEM_ID', 400, run('holder', runs.held, 'progress', progress(randomUUID()))],
    ['ARTIFACT_NOT_FOUND', 404, { target: `/v1/files/code/${'a'.repeat(200)}` }],
    [
      'ARTIFACT_NOT_FOUND',
      404,
      {
        as: 'alice',
        method: 'POST',
        target: '/v1/public/artifacts/download-url',
        body: { ...log, eval_run_id: runs.succeeded, problem_id: randomUUID() },
      },
    ],
  ];
}

onEveryEngine('error responses', (makeDatabase) => {
  let server: SampleServer;
  let day: SampleDay;
  beforeAll(async () => {
    server = await SampleServer.open(makeDatabase);
    day = await passSampleDay(server);
    const claimed = await server.ask({ as: 'idle', method: 'POST', target: '/v1/validator/work/claim' });
    expect(claimed.status).toBe(200);
  });
  afterAll(async () => await server.close());

  it('error responses have the codes and statuses that clients expect', async () => {
    for (const [code, status, request] of refusals(day)) {
      const answer = await server.ask(request);
      const { error_code, detail } = answer.json as { error_code: string; detail: unknown };
      expect([error_code, answer.status], `${request.target} ${answer.text}`).toEqual([code, status]);
      expect(typeof detail).toBe('string');
    }
  });

  it('an error response about a body names the field and the reason', async () => {
    const target = `/v1/validator/evaluation-runs/${day.runs.held}/complete`;
    const answer = await server.ask({ as: 'holder', method: 'POST', target, body: { terminal_status: 'DONE' } });
    expect(answer.status).toBe(422);
    expect(answer.json).toMatchObject({ detail: [{ loc: ['body', 'terminal_status'], msg: expect.any(String) }] });
    const refused = await server.ask({
      as: 'alice',
      method: 'POST',
      target: '/v1/miner/submit',
      body: agentForm('fine', refusedAgent('a')),
    });
    const { violations, remaining_seconds } = refused.json as { violations: unknown[]; remaining_seconds: number };
    expect(violations[0]).toMatchObject({ rule: expect.any(String), class: expect.any(String), line: 2 });
    expect(remaining_seconds).toBeGreaterThanOrEqual(0);
  });
});

onEveryEngine('submissions during the cooldown', (makeDatabase) => {
  let server: SampleServer;
  beforeAll(async () => {
    const policy = { ...SAMPLE_POLICY, submissions: { cooldownSeconds: 3_600 } };
    server = await SampleServer.open(makeDatabase, { config: { policy } });
  });
  afterAll(async () => await server.close());

  const submit = (as: 'alice' | 'bob', headers = {}, number = 1): Promise<Answered> =>
    server.ask({ as, method: 'POST', target: '/v1/miner/submit', headers, body: agentForm('one', plainAgent(number)) });

  async function activateSuite(): Promise<void> {
    const problems = markedProblems(2, { prefix: 'new', question: 'q', answer: 'a' }).map(problemToWire);
    const ask = (target: string, body?: unknown) => server.ask({ as: 'admin', method: 'POST', target, body });
    const created = await ask('/v1/admin/suites', { problems });
    const { suite_id } = created.json as { suite_id: number };
    expect((await ask(`/v1/admin/suites/${suite_id}/activate`)).status).toBe(200);
  }

  it('a submission during the cooldown is told how long, and the same again when repeated', async () => {
    const closed = await submit('alice');
    expect([closed.status, closed.json]).toMatchObject([503, { error_code: 'NO_ACTIVE_SUITE' }]);
    await activateSuite();
    await server.ask({
      as: 'admin',
      method: 'POST',
      target: '/v1/admin/submission-pause',
      body: { reason: 'repairs' },
    });
    expect((await submit('bob')).json).toMatchObject({ error_code: 'SUBMISSIONS_PAUSED' });
    await server.ask({ as: 'admin', method: 'POST', target: '/v1/admin/submission-resume' });
    const key = { 'idempotency-key': 'first' };
    const answers = await Promise.all(Array.from({ length: 5 }, () => submit('alice', key)));
    expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([200]));
    const ids = answers.map(({ json }) => (json as { agent_version_id: string }).agent_version_id);
    expect(new Set(ids).size).toBe(1);
    const waiting = await submit('alice', {}, 2);
    const { remaining_seconds } = waiting.json as { remaining_seconds: number };
    expect([waiting.status, waiting.json]).toMatchObject([429, { error_code: 'COOLDOWN_ACTIVE' }]);
    expect(remaining_seconds).toBeGreaterThan(3_500);
    expect(waiting.headers['retry-after']).toBe(`${remaining_seconds}`);
    const reused = await submit('alice', key, 3);
    expect([reused.status, reused.json]).toMatchObject([409, { error_code: 'IDEMPOTENCY_KEY_REUSED' }]);
    expect((await submit('bob')).status).toBe(200);
  });
});
