import { cpSync, mkdirSync, mkdtempSync, readFileSync, rmSync, utimesSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { json as jsonColumn } from '../../store/database.ts';
import { makeSqliteDatabase } from '../../store/testing/every-engine.ts';
import { MovedClock } from '../../testing/moved-clock.ts';
import type { TrainingRun, TrainingRuns, TrainingSamples, TrainingSummary } from '../../training/summary.ts';
import { writeSampleEpisodes } from '../../training/testing/sample-episodes.ts';
import { sampleSummary } from '../../training/testing/sample-summary.ts';
import { ONCE_A_SECOND } from '../http/endpoint.ts';
import { type AnotherServer, SampleServer } from '../testing/sample/sample-server.ts';

const folder = mkdtempSync(join(tmpdir(), 'assay-trained-'));
const runs = join(folder, 'runs');
const elsewhere = join(folder, 'elsewhere');
const log: string[] = [];
let arena: SampleServer;
let server: AnotherServer;
let monotonic: MovedClock;

beforeAll(async () => {
  monotonic = new MovedClock();
  arena = await SampleServer.open(makeSqliteDatabase);
  const stream = { write: (line: string) => void log.push(line) };
  const folders = { trainingFolder: runs, trainingElsewhereFolder: elsewhere };
  server = await arena.openAnother(folders, { logger: { level: 'warn', stream } });
});
afterAll(async () => {
  monotonic.restore();
  await server.close();
  await arena.close();
  rmSync(folder, { recursive: true });
});
beforeEach(() => {
  rmSync(runs, { recursive: true, force: true });
  rmSync(elsewhere, { recursive: true, force: true });
  log.length = 0;
});

function readProblemIds(suite: string): readonly string[] {
  const manifest = readFileSync(new URL(`../../../suites/${suite}/manifest.json`, import.meta.url), 'utf8');
  return (JSON.parse(manifest) as { problem_ids: string[] }).problem_ids;
}

let clock = 1_700_000_000;

/** Gives each file a newer time than the one before, whatever the resolution of the file system. */
function write(file: string, content: unknown): void {
  const path = join(runs, file);
  mkdirSync(dirname(path), { recursive: true });
  writeFileSync(path, typeof content === 'string' ? content : JSON.stringify(content));
  clock += 10;
  utimesSync(path, clock, clock);
}

const look = async () => await server.ask({ target: '/v1/public/training' });

describe('the published training', () => {
  it('training is not found before it is published, and without a configured folder', async () => {
    expect(await look()).toMatchObject({ status: 404, json: { error_code: 'ARTIFACT_NOT_FOUND' } });
    mkdirSync(join(runs, 'begun'), { recursive: true });
    expect(await look()).toMatchObject({ status: 404 });
    expect(await arena.ask({ target: '/v1/public/training' })).toMatchObject({ status: 404 });
  });

  it('the published training is the latest output of the run', async () => {
    write('summary.json', sampleSummary());
    expect(await look()).toMatchObject({ status: 200, json: sampleSummary() });
    write('summary.json', sampleSummary({ corpus: 'another' }));
    expect((await look()).json).toMatchObject({ corpus: 'another' });
  });

  it('the published training is the newest of several', async () => {
    write('b/summary.json', sampleSummary({ model: 'first' }));
    write('a/summary.json', sampleSummary({ model: 'second' }));
    expect((await look()).json).toMatchObject({ model: 'second' });
    write('b/summary.json', sampleSummary({ model: 'third' }));
    expect((await look()).json).toMatchObject({ model: 'third' });
  });

  it.each([
    ['cut off', JSON.stringify(sampleSummary()).slice(0, 500)],
    ['with a number that is none', '{"model": NaN}'],
    ['of another kind', { version: 1, rows: 4 }],
    ['silent on what was simulated', { ...sampleSummary(), simulated: undefined }],
    ['deeper than anything', '['.repeat(100_000)],
    ['larger than anything', ' '.repeat(17 * 1024 * 1024)],
  ])('a training file (%s) is reported once to the operator in full, and the next one is used', async (_, content) => {
    write('summary.json', content);
    for (const answer of [await look(), await look()]) {
      expect(answer).toMatchObject({
        status: 503,
        json: { detail: 'The training runs of this arena cannot be read now.' },
      });
      expect(answer.text).not.toContain(folder);
    }
    expect(log.filter((line) => line.includes(join(runs, 'summary.json')))).toHaveLength(1);
    write('summary.json', sampleSummary());
    expect(await look()).toMatchObject({ status: 200 });
  });

  it('the published training hides paths and other contents of the file', async () => {
    const held = { problem_id: 'held-out-1', query: 'a hidden lamp' };
    write('summary.json', {
      ...sampleSummary({ model: '/srv/private/models/tiny', about: `made in ${folder} with http://10.1.2.3/v1` }),
      held_out: [held],
      stages: [{ stage: 'sft', ended: 'done', measures: {}, problems: [held], samples: '/srv/private' }],
    });
    const { status, text, json } = await look();
    expect(status).toBe(200);
    expect(json).toMatchObject({ model: 'tiny', stages: [{ stage: 'sft', ended: 'done', measures: {} }] });
    for (const secret of ['private', folder, '10.1.2.3', 'held-out-1', 'hidden lamp'])
      expect(text).not.toContain(secret);
  });

  it('a published training curve has no more points than a screen can show, both ends included', async () => {
    const points = Array.from({ length: 50_001 }, (_, step) => ({ step, value: 1 / (step + 1) }));
    write('summary.json', sampleSummary({ curves: [{ stage: 'sft', what: 'loss', points }] }));
    const [curve] = ((await look()).json as TrainingSummary).curves;
    expect(curve!.points).toHaveLength(1_000);
    expect([curve!.points[0]!.step, curve!.points.at(-1)!.step]).toEqual([0, 50_000]);
  });
});

const ask = async (path: string) => {
  monotonic.pass(ONCE_A_SECOND.maxAgeMilliseconds);
  return await server.ask({ target: `/v1/public/training/runs${path}` });
};

describe('the runs of a training', () => {
  it('training runs are listed with where they were measured, each by its own id', async () => {
    write('first/summary.json', sampleSummary({ model: 'one', trained_at: '2026-11-03T00:00:00.000Z' }));
    write('second/summary.json', sampleSummary({ model: 'two', trained_at: '2026-11-02T00:00:00.000Z' }));
    write('with space/summary.json', sampleSummary({ model: 'three' }));
    write('broken/summary.json', '{');
    cpSync(fileURLToPath(new URL('../../../bench/training', import.meta.url)), elsewhere, { recursive: true });
    const { status, json, text } = await ask('');
    expect(status).toBe(200);
    const { runs: listed, experiments, unreadable } = json as TrainingRuns;
    const own = listed.filter(({ measured }) => measured === 'here');
    expect(own.map(({ name, model }) => [name, model])).toEqual([
      ['first', 'one'],
      ['second', 'two'],
      ['with space', 'three'],
    ]);
    expect(new Set(listed.map(({ run_id }) => run_id)).size).toBe(listed.length);
    expect(listed.find(({ measured }) => measured === 'elsewhere')).toMatchObject({ recipe: 'small' });
    expect(experiments).toMatchObject([
      { experiment_id: 'elsewhere.run', measured: 'elsewhere', name: 'experiment' },
      { measured: 'elsewhere', name: 'ablation-0.5b' },
      { measured: 'elsewhere', name: 'ablation-135m' },
    ]);
    for (const { results } of experiments) expect(results.arms.map(({ label }) => label)).toContain('filtered');
    expect(unreadable).toBe(1);
    expect(text).not.toContain(folder);
    for (const { run_id, model } of listed) {
      const one = await server.ask({ target: `/v1/public/training/runs/${encodeURIComponent(run_id)}` });
      expect((one.json as TrainingRun).summary.model).toBe(model);
    }
    for (const id of ['here.third', 'elsewhere.first', 'here...', '..%2F..', 'here.broken']) {
      expect((await server.ask({ target: `/v1/public/training/runs/${id}` })).status, id).toBeGreaterThanOrEqual(404);
    }
  });

  it('the shipped run of assay-135m has an episode of its base and its sft stage at each problem', async () => {
    cpSync(fileURLToPath(new URL('../../../bench/training', import.meta.url)), elsewhere, { recursive: true });
    const { runs: listed } = (await ask('')).json as TrainingRuns;
    expect(listed.filter(({ has_samples }) => has_samples).map(({ run_id }) => run_id)).toEqual([
      'elsewhere.assay-135m',
    ]);
    const best = (await ask('/elsewhere.assay-0.5b')).json as TrainingRun;
    expect(best.summary.stages.at(-1)!.measures.greedy!.value).toBe(0.51);
    const { sampled_problems, summary } = (await ask('/elsewhere.assay-135m')).json as TrainingRun;
    expect(summary.measured_on).toEqual({ suite: 'dev-75-every-twentieth', problems: 4, tries: 1 });
    // The same rule as in bench/README.md: every twentieth problem.
    const suite = readProblemIds('dev-75');
    expect(sampled_problems.map(({ problem_id, stages }) => [problem_id, stages])).toEqual(
      [0, 20, 40, 60].map((place) => [suite[place], 2]),
    );
    for (const { problem_id } of sampled_problems) {
      const { samples } = (await ask(`/elsewhere.assay-135m/samples?problem_id=${problem_id}`)).json as TrainingSamples;
      expect(samples.map(({ stage, mode }) => [stage, mode])).toEqual([
        ['untrained', 'greedy'],
        ['sft', 'greedy'],
      ]);
      const [before, after] = samples.map(({ messages }) => messages);
      expect(before!.slice(0, 2)).toEqual(after!.slice(0, 2));
      expect(after!.filter(({ role }) => role === 'assistant').length).toBeGreaterThan(0);
    }
  });

  it('show one episode of each stage at the same problem, the greedy one', async () => {
    write('run/summary.json', sampleSummary());
    await writeSampleEpisodes(join(runs, 'run'), 'base');
    await writeSampleEpisodes(join(runs, 'run'), 'sft');
    const { sampled_problems } = (await ask('/here.run')).json as TrainingRun;
    expect(sampled_problems).toEqual(
      ['p0', 'p1', 'p2'].map((problem_id) => ({ problem_id, category: expect.any(String), stages: 2 })),
    );
    const { samples } = (await ask('/here.run/samples?problem_id=p1')).json as TrainingSamples;
    expect(samples.map(({ stage, mode, success }) => [stage, mode, success])).toEqual([
      ['untrained', 'greedy', false],
      ['sft', 'greedy', true],
    ]);
    expect(samples[1]!.messages[2]).toMatchObject({ content: 'The greedy words of sft.' });
    expect(samples[1]!.messages[3]).toMatchObject({ role: 'tool', content: '[]' });
    expect((await ask('/here.run/samples?problem_id=p9')).status).toBe(404);
  });

  it('show no episode of a held-out suite, nor of a problem that this arena hides', async () => {
    write('sealed/summary.json', sampleSummary());
    const suite = { name: 'heldout-75', kind: 'heldout' as const, digest: 'a'.repeat(64) };
    await writeSampleEpisodes(join(runs, 'sealed'), 'sft', { suite });
    expect((await ask('/here.sealed')).json).toMatchObject({ sampled_problems: [] });
    expect((await ask('/here.sealed/samples?problem_id=p1')).status).toBe(404);

    write('raced/summary.json', sampleSummary());
    await writeSampleEpisodes(join(runs, 'raced'), 'sft');
    const { database } = arena.started.arena;
    const record = { category: 'product', difficulty: 'easy', record: jsonColumn({}) } as const;
    await database.withTransaction(async (transaction) => {
      const set = { set_id: 'hidden-set', kind: 'race', size: 1, created_at: 1 } as const;
      await transaction.insertInto('problem_sets').values(set).execute();
      const problem = { set_id: 'hidden-set', position: 0, problem_id: 'x', source_id: 'p1', ...record };
      await transaction.insertInto('set_problems').values(problem).execute();
    });
    const { sampled_problems } = (await ask('/here.raced')).json as TrainingRun;
    expect(sampled_problems.map(({ problem_id }) => problem_id)).toEqual(['p0', 'p2']);
    expect((await ask('/here.raced/samples?problem_id=p1')).status).toBe(404);
    await database.withTransaction(async (transaction) => {
      for (const table of ['set_problems', 'problem_sets'] as const) {
        await transaction.deleteFrom(table).where('set_id', '=', 'hidden-set').execute();
      }
    });
  });
});
