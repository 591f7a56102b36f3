import { mkdtempSync, rmSync } from 'node:fs';
import type { ServerResponse } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import {
  answerBody,
  refuse,
  type SpokenCall,
  StandInModel,
  type StandInRequest,
  say,
  shopForLamp,
} from '../../chat/testing/stand-in-model.ts';
import { harnessOf } from '../../evaluation/harness.ts';
import { lampProblem } from '../../evaluation/testing/lamp-problem.ts';
import { EmbeddedSearch } from '../../market/search.ts';
import { writeIndex } from '../../market/testing/write-index.ts';
import { scaled } from '../../testing/scaled.ts';
import { SMALL_MARKET } from '../../tools/testing/small-market.ts';
import { type HarnessServer, startHarnessServer } from './start-harness-server.ts';

const folder = mkdtempSync(join(tmpdir(), 'assay-harness-server-'));
let search: EmbeddedSearch;
let model: StandInModel;
let server: HarnessServer;

const TEACHER = [
  { name: 'find_product', arguments: '{"q":"kavari desk lamp"}' },
  { name: 'view_product_information', arguments: { product_ids: '1001,1002' } },
  { name: 'recommend_product', arguments: { product_ids: '1001' } },
  { name: 'terminate', arguments: {} },
];

beforeAll(async () => {
  const path = join(folder, 'market.index');
  await writeIndex(path, SMALL_MARKET, { kind: 'import', file: 'small market' });
  search = EmbeddedSearch.open(path);
  model = await StandInModel.start();
  server = await startHarnessServer({
    problems: [lampProblem('one'), lampProblem('two')],
    search,
    teacher: new Map([['one', TEACHER]]),
    harness: harnessOf(4, 'native', 1_500),
    maxTurns: 8,
    concurrency: 3,
    asking: { attempts: 1, timeoutMilliseconds: scaled(2_000) },
  });
});
afterAll(async () => {
  await server.close();
  model.stop();
  await search.close();
  rmSync(folder, { recursive: true });
});

async function post(path: string, body: unknown, token = server.token) {
  const response = await fetch(`${server.url}${path}`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', authorization: `Bearer ${token}` },
    body: typeof body === 'string' ? body : JSON.stringify(body),
  });
  return { status: response.status, body: JSON.parse(await response.text()) };
}

async function rollouts(episodes: readonly object[], rest: object = {}) {
  return await post('/rollouts', {
    episodes,
    endpoint: { base_url: model.baseUrl, model: 'student' },
    temperature: 1,
    top_p: 1,
    max_turns: 6,
    max_tokens: 64,
    ...rest,
  });
}

/** An answer with token ids that cannot be derived from its text. */
function sayTokens(response: ServerResponse, calls: readonly SpokenCall[], turn: number, content = ''): void {
  const answer = JSON.parse(answerBody(content, calls));
  answer.prompt_token_ids = [1, 2, 3 + turn];
  answer.choices[0].token_ids = [70 + turn, 2];
  answer.choices[0].logprobs = { content: [{ logprob: -0.25 - turn }, { logprob: -0.0625 }] };
  response.writeHead(200, { 'content-type': 'application/json' }).end(JSON.stringify(answer));
}

const turnOf = ({ messages }: StandInRequest): number => messages.filter(({ role }) => role === 'assistant').length;
const shop = (request: StandInRequest, response: ServerResponse): void =>
  sayTokens(response, shopForLamp(request), turnOf(request));

describe('the harness server', () => {
  it('the harness server listens on localhost only and requires its token', async () => {
    expect(server.url).toMatch(/^http:\/\/127\.0\.0\.1:\d+$/);
    expect(server.token.length).toBeGreaterThan(40);
    for (const header of [undefined, 'Bearer ', `Bearer ${server.token}x`, server.token, `bearer ${server.token}`]) {
      const response = await fetch(`${server.url}/health`, { headers: header ? { authorization: header } : {} });
      expect(response.status).toBe(401);
      expect(await response.json()).toMatchObject({ error_code: 'UNAUTHORIZED' });
    }
    const response = await fetch(`${server.url}/health`, { headers: { authorization: `Bearer ${server.token}` } });
    expect(await response.json()).toMatchObject({
      status: 'healthy',
      problems: 2,
      harness: { size: 4, form: 'native', max_observation: 1_500 },
    });
  });

  it('the harness server runs episodes through the harness and rewards each turn', async () => {
    model.behave(shop);
    const { status, body } = await rollouts([{ problem_id: 'one', sample: 4, seed: 11 }]);
    expect(status).toBe(200);
    const [episode] = body.episodes;
    expect(episode).toMatchObject({ problem_id: 'one', sample: 4, outcome: 1, score: 1, ending: 'terminated' });
    expect(episode.teacher_calls).toBe(TEACHER.length);
    expect(episode.turns.map(({ step_reward }: { step_reward: number }) => step_reward)).toEqual([1, 1, 1, 1]);
    expect(episode.turns[1]).toEqual({
      prompt_token_ids: [1, 2, 4],
      token_ids: [71, 2],
      logprobs: [-1.25, -0.0625],
      finish_reason: 'tool_calls',
      step_reward: 1,
      parts: { format: 0.1, name: 0.3, arguments: 0.6, repeat: 0, unseen: 0 },
    });
    expect(model.requests[0]).toMatchObject({
      model: 'student',
      seed: expect.any(Number),
      temperature: 1,
      top_p: 1,
      max_tokens: 64,
      logprobs: true,
      return_token_ids: true,
    });
    expect(model.requests[0]!.tools).toHaveLength(4);
  });

  it('the harness server keeps the order and the seeds of episodes, in any order of completion', async () => {
    const slowFirst = () =>
      model.behave((request, response, number) => {
        setTimeout(() => shop(request, response), number === 0 ? 40 : 1);
      });
    const seedsSent = () => model.requests.map(({ seed }) => Number(seed)).toSorted((left, right) => left - right);
    slowFirst();
    const asked = [1, 2, 3, 4, 5].map((seed) => ({ problem_id: seed % 2 ? 'one' : 'two', sample: seed, seed }));
    const { body } = await rollouts(asked);
    expect(
      body.episodes.map(({ problem_id, sample }: { problem_id: string; sample: number }) => [problem_id, sample]),
    ).toEqual(asked.map(({ problem_id, sample }) => [problem_id, sample]));
    const sent = seedsSent();
    // No two requests share a seed, neither within an episode nor between episodes.
    expect(new Set(sent).size).toBe(sent.length);
    expect(sent.length).toBeGreaterThan(asked.length);
    slowFirst();
    await rollouts(asked);
    expect(seedsSent()).toEqual(sent);
    const noTeacher = body.episodes[1];
    expect(noTeacher.outcome).toBe(1);
    expect(noTeacher.turns[0].step_reward).toBe(0);
  });

  it('rewards a teacher’s call once, and penalises repeats and ids that were never shown', async () => {
    const plan: SpokenCall[][] = [
      [{ name: 'find_product', arguments: '{"q":"kavari desk lamp"}' }],
      [{ name: 'find_product', arguments: '{"q":"kavari desk lamp"}' }],
      [{ name: 'find_product', arguments: '{"q":"kavari lamp"}' }],
      [{ name: 'recommend_product', arguments: '{"product_ids":"4040"}' }],
      [{ name: 'find_product', arguments: '{"q":' }],
      [],
    ];
    model.behave((request, response) => sayTokens(response, plan[turnOf(request)]!, turnOf(request), 'Hm.'));
    const { body } = await rollouts([{ problem_id: 'one', sample: 0, seed: 1 }]);
    const [episode] = body.episodes;
    expect(episode).toMatchObject({ outcome: 0, score: 0, ending: 'finished without terminate' });
    const rewards = episode.turns.map(({ step_reward }: { step_reward: number }) => step_reward);
    expect(rewards).toEqual([1, -0.2, 0, 0.1, 0, 0]);
  });

  it('reports provider failures as failures, and never as an outcome', async () => {
    model.behave((request, response) =>
      turnOf(request) === 1 ? refuse(response, 500, 'out of memory') : shop(request, response),
    );
    const asked = [{ problem_id: 'one', sample: 0, seed: 1 }];
    const first = (await rollouts(asked)).body.episodes[0];
    expect(first).toEqual({ problem_id: 'one', sample: 0, failure: expect.stringContaining('server error') });
    model.behave((request, response) => say(response, '', shopForLamp(request)));
    expect((await rollouts(asked)).body.episodes[0].failure).toContain('no token ids');
    model.behave((_, response) => refuse(response, 404, 'model not found'));
    expect((await rollouts(asked)).body.episodes[0].failure).toContain('no model');
    const dead = { endpoint: { base_url: 'http://127.0.0.1:9/v1', model: 'student' } };
    expect((await rollouts(asked, dead)).body.episodes[0].failure).toContain('unreachable');
  });

  it('the harness server rejects unknown problems', async () => {
    model.behave(shop);
    const heldOut = await rollouts([
      { problem_id: 'one', sample: 0, seed: 1 },
      { problem_id: 'held-out', sample: 0, seed: 1 },
    ]);
    expect(heldOut).toMatchObject({ status: 403, body: { error_code: 'PROBLEM_SEALED' } });
    expect(heldOut.body.detail).toContain('held-out');
    expect(model.requests).toEqual([]);
    const step = { problem_id: 'held-out', prompt: [], completion: { content: 'x' }, teacher_actions: [] };
    expect(await post('/reward/steps', { steps: [step] })).toMatchObject({ status: 403 });
  });

  it('the harness server calls models on localhost only, and explains invalid requests', async () => {
    const asked = [{ problem_id: 'one', sample: 0, seed: 1 }];
    for (const base_url of [
      'http://example.org/v1',
      'http://127.0.0.1.example.org/v1',
      'file:///etc',
      'http://10.0.0.1',
      'nothing',
      'http://a:b@127.0.0.1/v1',
    ]) {
      const refused = await rollouts(asked, { endpoint: { base_url, model: 'm' } });
      expect(refused).toMatchObject({ status: 400, body: { error_code: 'INPUT_INVALID' } });
      expect(refused.body.detail).toContain('on this machine');
    }
    expect((await rollouts(asked, { max_turns: 9 })).body.detail).toContain(
      '9 turns were requested; this harness allows at most 8',
    );
    expect(await rollouts(asked, { temprature: 1 })).toMatchObject({ status: 400 });
    expect(await post('/reward/steps', '{"steps":')).toMatchObject({
      status: 400,
      body: { error_code: 'BAD_REQUEST' },
    });
    expect(await post('/reward/steps', {})).toMatchObject({ status: 400, body: { error_code: 'INPUT_INVALID' } });
    expect(await post('/other', {})).toMatchObject({ status: 404, body: { error_code: 'NOT_FOUND' } });
  });

  it('rewards steps in batches, with the market judging other search words', async () => {
    const prompt = [{ role: 'user', content: 'A lamp.' }];
    const spoken = (q: string) => ({
      content: null,
      tool_calls: [{ id: 'a', type: 'function', function: { name: 'find_product', arguments: JSON.stringify({ q }) } }],
    });
    const step = (completion: object, actions: unknown = [[TEACHER[0]]]) => ({
      problem_id: 'one',
      prompt,
      completion,
      teacher_actions: actions,
    });
    const { status, body } = await post('/reward/steps', {
      steps: [
        step(spoken('kavari desk lamp')),
        step(spoken('dimmable touch control')),
        step(spoken('zebra')),
        step({ content: 'I think.' }),
        step(spoken('zebra'), []),
      ],
    });
    expect(status).toBe(200);
    expect(body.rewards.map(({ reward }: { reward: number }) => reward)).toEqual([1, 1, 0.4, 0, 0]);
    expect(body.rewards[0]).toEqual({
      reward: 1,
      parts: { format: 0.1, name: 0.3, arguments: 0.6, repeat: 0, unseen: 0 },
      matched: 0,
    });
    expect(body.rewards[3].matched).toBeNull();
  });

  it('closing the harness server aborts a hanging model', async () => {
    const own = await startHarnessServer({
      problems: [lampProblem('one')],
      search,
      teacher: new Map(),
      harness: harnessOf(4, 'native'),
      maxTurns: 8,
    });
    const asked = Promise.withResolvers<void>();
    model.behave(() => asked.resolve());
    const answer = fetch(`${own.url}/rollouts`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', authorization: `Bearer ${own.token}` },
      body: JSON.stringify({
        episodes: [{ problem_id: 'one', sample: 0, seed: 1 }],
        endpoint: { base_url: model.baseUrl, model: 'm' },
        temperature: 1,
        top_p: 1,
        max_turns: 2,
        max_tokens: 16,
      }),
    }).then(
      (response) => response.status,
      () => 'closed',
    );
    await asked.promise;
    await own.close();
    expect(['closed', 500]).toContain(await answer);
  });
});
