import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { storeCredential } from '../../arena/credentials.ts';
import { banHotkey, unbanHotkey } from '../../arena/operator.ts';
import { ArenaClient } from '../../client/arena-client.ts';
import { OpenAiInference } from '../../inference/openai-inference.ts';
import { retryBecause } from '../../testing/retry-because.ts';
import { scaled } from '../../testing/scaled.ts';
import { ArenaApi } from '../../validator/arena/arena-api.ts';
import { createStatusServer } from '../../validator/status-server.ts';
import type { Validator } from '../../validator/validator.ts';
import { JudgePanel } from '../../verdict/judge.ts';
import { SampleContest, walletOf } from '../testing/sample-contest.ts';
import { judging, type SampleModels, startSampleModels } from '../testing/sample-models.ts';
import { singleSearchAgent } from '../testing/single-search-agent.ts';
import { openUnreliableConnection } from '../testing/unreliable-connection.ts';
import { until } from '../testing/until.ts';

let models: SampleModels;
let contest: SampleContest;
beforeAll(async () => {
  models = await startSampleModels();
  contest = await SampleContest.open({
    problems: 4,
    queue: { leaseSeconds: 5 },
    config: { providers: { chutes: { baseUrl: models.baseUrl, probePath: '/key' } }, models: ['some/model'] },
  });
  await contest.register('one', 'two', 'three', 'four');
  const { arena, services } = contest.arena;
  await storeCredential(arena, services.providers, {
    hotkey: walletOf('miner').address,
    provider: 'chutes',
    credential: 'sk-of-the-contestant',
  });
});
afterEach(() => contest.tidy());
afterAll(async () => {
  await contest.close();
  await models.close();
});

describe('validator with lost requests', () => {
  it('a validator completes a run once with every result, however many requests and answers are lost', {
    timeout: scaled(60_000),
    ...retryBecause('the line loses requests at random, and now and then loses none'),
  }, async () => {
    const line = await openUnreliableConnection(contest.url, 0.12);
    contest.publicUrl = line.url;
    try {
      const version = await contest.submit('hurried', singleSearchAgent());
      const client = new ArenaClient({
        url: line.url,
        hotkey: walletOf('one'),
        retries: 10,
        timeoutMilliseconds: scaled(5_000),
      });
      const validator = await contest.validator('one', { client });
      validator.start();
      await until(() => validator.status().scored === 1);
      await validator.drain();
      const runs = await contest.runsOf(version);
      const finished = runs.filter(({ status }) => status === 'SUCCESS');
      expect(finished).toHaveLength(1);
      // A claim whose response was lost can be claimed again when its lease has expired, and no party is blamed.
      expect(runs.filter(({ status }) => status !== 'SUCCESS' && status !== 'STALE')).toEqual([]);
      const results = await contest.resultsOf(finished[0]!.run_id);
      expect(results).toHaveLength(contest.problems.length);
      for (const { logs_key, summary } of results) {
        expect(logs_key).not.toBeNull();
        expect(summary).toHaveProperty('evidence_s3_key');
      }
      expect(line.lost.requests).toBeGreaterThan(0);
      expect(line.lost.answers).toBeGreaterThan(0);
    } finally {
      contest.publicUrl = undefined;
      await line.close();
    }
  });
});

describe('validator with a lost claim', () => {
  it('a validator whose claim answer was lost asks what it holds and runs it before the lease ends', {
    timeout: scaled(60_000),
  }, async () => {
    const version = await contest.submit('lost', singleSearchAgent());
    const lost = new ArenaApi(new ArenaClient({ url: contest.url, hotkey: walletOf('four') }));
    await lost.claim({});
    const validator = await contest.validator('four', { once: true });
    validator.start();
    await validator.ended;
    expect((await contest.runsOf(version)).map(({ status }) => status)).toEqual(['SUCCESS']);
    expect(contest.log.some(({ message }) => message.includes('a run that is not in its journal'))).toBe(true);
  });
});

describe("a contestant's provider", () => {
  const examination = { endpoint: { attempts: 1 } };

  it('a provider failure in the middle of a run costs the contestant nothing, and the run is repeated', {
    timeout: scaled(60_000),
  }, async () => {
    const version = await contest.submit('asking', singleSearchAgent({ asks: true }));
    const validator = await contest.validator('two', { examination });
    const before = models.asked;
    validator.start();
    // The model probe, and the first agents.
    await until(() => models.asked >= before + 2);
    models.mood = 'broken';
    await until(() => validator.status().failed >= 1);
    models.mood = 'well';
    await until(() => validator.status().scored === 1);
    await validator.drain();
    const runs = await contest.runsOf(version);
    expect(runs.at(-1)).toMatchObject({ status: 'SUCCESS', is_included: true });
    const failed = runs.slice(0, -1);
    expect(failed.length).toBeGreaterThan(0);
    for (const run of failed) expect(run).toMatchObject({ status: 'FAILED', failure_owner: 'platform' });
    expect(failed[0]!.failure_reason).toContain("not the agent's fault");
    const results = await contest.resultsOf(runs.at(-1)!.run_id);
    expect(results.every(({ inference_total }) => inference_total! > 0)).toBe(true);
  });

  it('a provider that rejects the key is the contestant’s fault', { timeout: scaled(60_000) }, async () => {
    const version = await contest.submit('unpaid', singleSearchAgent({ asks: true }));
    models.mood = 'refusing';
    const validator = await contest.validator('three', { examination, once: true });
    validator.start();
    await validator.ended;
    models.mood = 'well';
    const [run] = await contest.runsOf(version);
    expect(run).toMatchObject({ status: 'FAILED', failure_owner: 'agent' });
    expect(run!.failure_reason).toContain('refused');
  });
});

describe('a panel of judges', () => {
  it('a failing judge panel does not count as bad reasoning: the run is repeated later', {
    timeout: scaled(60_000),
  }, async () => {
    const judges = await startSampleModels(judging(0.7));
    judges.mood = 'broken';
    const inference = new OpenAiInference({ baseUrl: judges.baseUrl, attempts: 1 });
    const openJudge = () =>
      new JudgePanel({ inference, models: ['judge/one'], firstPauseMilliseconds: 1, longestPauseMilliseconds: 1 });
    const version = await contest.submit('unjudged', singleSearchAgent());
    const validator = await contest.validator('one', { examination: { openJudge } });
    validator.start();
    await until(() => validator.status().failed >= 1);
    judges.mood = 'well';
    await until(() => validator.status().scored === 1);
    await validator.drain();
    await judges.close();
    const runs = await contest.runsOf(version);
    const scored = runs.filter(({ status }) => status === 'SUCCESS');
    expect(scored).toHaveLength(1);
    // The judges gave 0.7 for everything; this agent is scripted, which caps the grade.
    expect(scored[0]!.score_components).toMatchObject({ reasoning_quality: 0.1, judge_inference_failed: 0 });
    for (const run of runs.filter(({ status }) => status !== 'SUCCESS')) {
      expect(run).toMatchObject({ status: 'FAILED', failure_owner: 'platform', score: null });
      expect(run.failure_reason).toContain('Reasoning judge infrastructure failure');
    }
  });
});

describe('banned validator', () => {
  const { address } = walletOf('two');
  const act = { who: 'operator', reason: 'to see what it does' };

  async function timesRefused(validator: Validator): Promise<number> {
    const { values } = await validator.metrics.claims.get();
    return values.find(({ labels }) => labels.answer === 'banned')?.value ?? 0;
  }

  async function timesAsked(validator: Validator): Promise<number> {
    const { values } = await validator.metrics.claims.get();
    return values.reduce((sum, { value }) => sum + value, 0);
  }

  it('a banned validator asks once, logs that an operator should look, and waits', {
    timeout: scaled(60_000),
  }, async () => {
    await banHotkey(contest.arena.arena, address, 'validator', act);
    const validator = await contest.validator('two', { settings: { banned: 300_000 } });
    validator.start();
    await until(() => validator.status().state === 'banned');
    // By when another validator has asked for work several times, this one would have asked again, too.
    const other = await contest.validator('one');
    other.start();
    await until(async () => (await timesAsked(other)) >= 5);
    await other.drain();
    expect(await timesRefused(validator)).toBe(1);
    const watch = createStatusServer(validator, 'test');
    const health = await watch.inject('/health');
    expect(health.statusCode).toBe(503);
    expect(health.json()).toMatchObject({ status: 'unhealthy', state: 'banned', run: null });
    await watch.close();
    await validator.drain();
    await unbanHotkey(contest.arena.arena, address, 'validator', act);
  });

  it('a banned validator loses its run, and works again when the ban is lifted', {
    timeout: scaled(60_000),
  }, async () => {
    const version = await contest.submit('lifted', singleSearchAgent({ seconds: 0.7 }));
    const validator = await contest.validator('two');
    validator.start();
    await until(async () => (await contest.runsOf(version))[0]?.status === 'RUNNING');
    await banHotkey(contest.arena.arena, address, 'validator', act);
    await until(async () => (await timesRefused(validator)) >= 2);
    expect(validator.status()).toMatchObject({ state: 'banned', run: null, scored: 0, failed: 0, dropped: 1 });
    await unbanHotkey(contest.arena.arena, address, 'validator', act);
    await until(() => validator.status().scored === 1);
    await validator.drain();
    const runs = await contest.runsOf(version);
    expect(runs.map(({ status, failure_owner }) => [status, failure_owner])).toEqual([
      ['STALE', null],
      ['SUCCESS', null],
    ]);
  });
});
