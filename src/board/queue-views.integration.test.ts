import { afterEach, beforeEach, expect, it } from 'vitest';
import { openSampleArena, type SampleArena } from '../arena/testing/sample-arena.ts';
import { json } from '../store/database.ts';
import { onEveryEngine } from '../store/testing/every-engine.ts';
import { inferenceModels, rankedInferenceModels } from './leaderboard/inference-models.ts';
import { pendingEvaluations } from './runs/pending-evaluations.ts';
import { runningEvaluations } from './runs/running-evaluations.ts';
import { validators } from './runs/validators.ts';
import { suiteProblems } from './suites/suite-problems.ts';
import { currentSuite, suites } from './suites/suites.ts';
import { expectWire } from './testing/expect-wire.ts';
import { addItem, addResult, addRun, addValidator, suiteProblemIds, UNDER_WAY } from './testing/sample-runs.ts';
import { inferenceModelsSchema, rankedInferenceModelsSchema } from './wire/inference-models-wire.ts';
import { pendingQuerySchema, pendingSchema } from './wire/pending-wire.ts';
import { runningEvaluationsSchema } from './wire/run-wire.ts';
import { suiteProblemsSchema, suiteSchema, suitesSchema } from './wire/suite-wire.ts';
import { validatorsSchema } from './wire/validator-wire.ts';

const FIRST_PAGE = { limit: 100, offset: 0 };

onEveryEngine('queue views', (makeDatabase) => {
  let arena: SampleArena;
  beforeEach(async () => {
    arena = await openSampleArena(makeDatabase, { problems: 4 });
  });
  afterEach(async () => await arena.close());

  async function pending(query: Readonly<Record<string, unknown>> = {}) {
    return expectWire(pendingSchema, await pendingEvaluations(arena, pendingQuerySchema.parse(query)));
  }

  it('the queue shows the progress of each run', async () => {
    const version = await arena.addVersion({ hotkey: 'owner', name: 'fox' });
    const item = await addItem(arena, version);
    const run = await addRun(arena, { work_item_id: item, validator_hotkey: 'a', ...UNDER_WAY, claimed_at: 5 });
    await addRun(arena, { work_item_id: item, validator_hotkey: 'b', ...UNDER_WAY, status: 'CLAIMED', claimed_at: 6 });
    await addRun(arena, { work_item_id: item, validator_hotkey: 'c' });
    const [one, two, three] = await suiteProblemIds(arena);
    await addResult(arena, { run_id: run, problem_id: one! });
    await addResult(arena, { run_id: run, problem_id: two!, status: 'TIMED_OUT', score: 0 });
    await addResult(arena, { run_id: run, problem_id: three!, status: 'RUNNING', score: null });
    const running = expectWire(runningEvaluationsSchema, await runningEvaluations(arena, FIRST_PAGE));
    expect(running).toMatchObject([
      {
        eval_run_id: run,
        status: 'RUNNING',
        progress_percent: 50,
        problems_done: 2,
        problems_total: 4,
        agent_name: 'fox',
        miner_hotkey: 'owner',
      },
      { validator_hotkey: 'b', status: 'CLAIMED', progress_percent: 0, phase: 'QUALIFYING', race_id: null },
    ]);
    expect(await runningEvaluations(arena, { limit: 1, offset: 1 })).toHaveLength(1);
  });

  it('the queue lists every waiting version with place, estimate and reason', async () => {
    const [first, second, urgent] = [await arena.addVersion(), await arena.addVersion(), await arena.addVersion()];
    const busy = await addItem(arena, first);
    arena.pass(1_000);
    await addItem(arena, second);
    arena.pass(1_000);
    await addItem(arena, urgent, { priority: 9, required: 1 });
    expect(await pending()).toMatchObject({
      summary: { total_pending: 3, total_runs_needed: 5, total_runs_active: 0, projected_completion_at: null },
      total: 3,
      items: [
        { agent_version_id: urgent, position: 1, remaining: 1, estimated_start_at: null },
        { agent_version_id: first, position: 2 },
        { agent_version_id: second, position: 3, reason: expect.stringContaining('none is connected') },
      ],
    });
    for (const validator of ['a', 'b', 'c']) await addValidator(arena, validator);
    await addRun(arena, { work_item_id: busy, validator_hotkey: 'a' });
    await addRun(arena, { work_item_id: busy, validator_hotkey: 'b', ...UNDER_WAY });
    const line = await pending();
    expect(line).toMatchObject({
      summary: { total_runs_needed: 4, total_runs_active: 1 },
      items: [
        { agent_version_id: urgent, position: 1, reason: 'It is next.' },
        { agent_version_id: first, position: null, completed_successes: 1, active_runs: 1, remaining: 1 },
        { agent_version_id: second, position: 2, reason: '1 version is ahead of it.' },
      ],
    });
    expect(line.items[2]!.estimated_start_at).not.toBeNull();
    // Four runs by three validators take two rounds of one minute.
    expect(Date.parse(line.summary.projected_completion_at!)).toBe(arena.now() + 120_000);
    expect((await pending({ limit: 1, offset: 2 })).items).toMatchObject([{ agent_version_id: second, position: 2 }]);
    expect(await pending({ suite_id: 8 })).toMatchObject({ total: 0, items: [], summary: { total_pending: 0 } });
  });

  it('the queue lists validators that are not banned, with their current run', async () => {
    const version = await arena.addVersion({ name: 'fox' });
    const item = await addItem(arena, version);
    await addValidator(arena, 'busy', { registered_at: 1, cpu_pct: 12.5, service_versions: json({ proxy: 'x' }) });
    await addValidator(arena, 'idle', { registered_at: 2, name: 'Idle', last_seen_at: null });
    await addValidator(arena, 'banned', { registered_at: 3 });
    await addRun(arena, { work_item_id: item, validator_hotkey: 'busy', ...UNDER_WAY, claimed_at: 7_000 });
    await arena.database.withTransaction(async (transaction) => {
      const ban = { reason: 'lied', banned_by: 'operator', banned_at: 1 };
      await transaction
        .insertInto('bans')
        .values({ ...ban, hotkey: 'banned', role: 'validator' })
        .execute();
      // A hotkey banned as a contestant may still validate.
      await transaction
        .insertInto('bans')
        .values({ ...ban, hotkey: 'idle', role: 'miner' })
        .execute();
    });
    expect(expectWire(validatorsSchema, await validators(arena, FIRST_PAGE))).toMatchObject([
      {
        hotkey: 'busy',
        status: 'evaluating',
        current_agent: { agent_name: 'fox', version_id: version, started_at: '1970-01-01T00:00:07.000Z' },
        cpu_pct: 12.5,
        service_versions: { proxy: 'x' },
      },
      { hotkey: 'idle', name: 'Idle', status: 'available', current_agent: null, last_seen_at: null },
    ]);
  });

  it('lists the problems of a public suite without anything that leads to their answers', async () => {
    const answer = expectWire(suiteProblemsSchema, await suiteProblems(arena, 1));
    expect(answer.problems).toHaveLength(4);
    for (const { metadata } of answer.problems) {
      expect(Object.keys(metadata).sort()).toEqual(['category', 'difficulty', 'query']);
    }
    expect(answer.problems.map(({ problem_id }) => problem_id)).toEqual(await suiteProblemIds(arena));
    expect(expectWire(suiteSchema, await currentSuite(arena))).toEqual(answer.suite);
    expect(expectWire(suitesSchema, await suites(arena, FIRST_PAGE))).toEqual([answer.suite]);
    await expect(suiteProblems(arena, 2)).rejects.toMatchObject({ code: 'SUITE_NOT_FOUND' });
    await arena.database.withTransaction(async (transaction) => {
      await transaction.updateTable('suites').set({ is_public: false, is_active: false }).execute();
    });
    await expect(suiteProblems(arena, 1)).rejects.toMatchObject({ code: 'SUITE_NOT_FOUND' });
    await expect(currentSuite(arena)).rejects.toMatchObject({ code: 'SUITE_NOT_FOUND' });
  });
});

it('lists the models that agents may use', () => {
  const priced = { id: 'a', promptPrice: 0.3, completionPrice: 1.2, answersAs: ['a-2'] };
  const offer = { simulated: false, models: [priced], aliases: { 'x/*': 'a' } };
  expect(expectWire(inferenceModelsSchema, inferenceModels(offer))).toEqual({
    models: ['a'],
    simulated: false,
    details: [{ id: 'a', prompt_price: 0.3, completion_price: 1.2, answers_as: ['a-2'] }],
    aliases: { 'x/*': 'a' },
    search_compat: false,
  });
  expect(expectWire(rankedInferenceModelsSchema, rankedInferenceModels(offer)).models[0]).toMatchObject({ id: 'a' });
});
