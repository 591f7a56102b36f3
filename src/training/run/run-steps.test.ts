import { once } from 'node:events';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterAll, describe, expect, it } from 'vitest';
import { z } from 'zod';
import { readRecipe } from '../recipe/read-recipe.ts';
import { STAGES } from '../recipe/stage.ts';
import { teacherCalls } from '../rows/teacher-calls.ts';
import { FIND, RECOMMEND, sampleTrace } from '../testing/sample-trace.ts';
import { readMark, writeMark } from './finished-mark.ts';
import { teacherPlayer } from './players.ts';
import { RunClock } from './run-clock.ts';
import { RunFolder } from './run-folder.ts';
import { readInputs, requireSameInputs, requireTemplate } from './run-inputs.ts';
import { trainingPlan } from './run-plan.ts';
import { stageConfig } from './stage-config.ts';
import { requireStages } from './train-run.ts';

const RECIPE = readRecipe(fileURLToPath(new URL('../../../recipes/small.json', import.meta.url)));
const root = mkdtempSync(join(tmpdir(), 'assay-run-steps-'));
afterAll(() => rmSync(root, { recursive: true }));

const INPUTS = {
  corpus: { name: 'day-1', manifest: 'a', simulated: true },
  template_sha256: 'b',
  suites: { train: 'c', dev: 'd' },
  market: { products: 1, source: '{}' },
  adapter_sha256: null,
};

describe('run folder', () => {
  it('a run folder can be resumed only with its original options, naming the first difference', async () => {
    const folder = new RunFolder(join(root, 'one'));
    expect(() => readInputs(folder)).toThrow('There is no training run');
    await requireSameInputs(folder, RECIPE, INPUTS);
    await requireSameInputs(folder, RECIPE, INPUTS);
    expect(readInputs(folder)).toEqual({ recipe: RECIPE, inputs: INPUTS });
    await expect(requireSameInputs(folder, { ...RECIPE, context: 2048 }, INPUTS)).rejects.toThrow(
      'another recipe: context is 8192 there and 2048 here',
    );
    const corpus = { ...INPUTS.corpus, manifest: 'z' };
    await expect(requireSameInputs(folder, RECIPE, { ...INPUTS, corpus })).rejects.toMatchObject({
      extra: { field: 'corpus.manifest' },
    });
    await expect(requireSameInputs(folder, RECIPE, { ...INPUTS, adapter_sha256: 'e' })).rejects.toMatchObject({
      extra: { field: 'adapter_sha256' },
    });
  });

  it('marks finished steps, and ignores a damaged mark', async () => {
    const path = join(root, 'mark.json');
    const schema = z.object({ steps: z.number() });
    expect(readMark(path, schema)).toBeUndefined();
    await writeMark(path, { steps: 3 });
    expect(readMark(path, schema)).toEqual({ steps: 3 });
    writeFileSync(path, '{"steps":');
    expect(() => readMark(path, schema)).toThrow(path);
  });
});

describe('time limits', () => {
  it('a step gets its own time limit, or what is left', () => {
    const endless = new RunClock(null, 60);
    expect(endless.limit(30)).toEqual({ seconds: 30, cut: false });
    expect(endless.limit(null)).toEqual({ seconds: null, cut: false });
    const short = new RunClock(100, 60);
    expect(short.limit(30)).toEqual({ seconds: 30, cut: false });
    expect(short.limit(null)).toMatchObject({ cut: true });
    expect(short.limit(50).seconds).toBeLessThanOrEqual(40);
    expect(short.isOver()).toBe(false);
    expect(new RunClock(10, 60).isOver()).toBe(true);
  });

  it('a run aborts when its time is over or it is interrupted', async () => {
    const interrupt = new AbortController();
    const signal = new RunClock(null, 0).signal(0.01, interrupt.signal);
    if (!signal.aborted) await once(signal, 'abort');
    const other = new RunClock(null, 0).signal(null, interrupt.signal);
    expect(other.aborted).toBe(false);
    interrupt.abort();
    expect(other.aborted).toBe(true);
  });
});

describe('selected stages', () => {
  it('selected stages need the earlier ones, from this execution or another', () => {
    expect(() => requireStages(RECIPE, ['rejection'], () => false)).toThrow('needs the output of sft');
    expect(() => requireStages(RECIPE, ['sft', 'teacher'], () => false)).toThrow(
      'Stage teacher needs the output of rejection',
    );
    requireStages(RECIPE, ['grpo'], (stage) => stage === 'teacher');
    requireStages(RECIPE, ['sft', 'rejection', 'teacher', 'kto', 'grpo'], () => false);
  });

  it('a stage is compared with the one it builds on', () => {
    const { comparisons, models } = trainingPlan(RECIPE, 'dev-75');
    expect(comparisons.slice(0, 5).map(([left, right]) => `${left}-${right}`)).toEqual([
      'sft-base',
      'rejection-sft',
      'teacher-rejection',
      'kto-teacher',
      'grpo-teacher',
    ]);
    expect(comparisons).toHaveLength(STAGES.length);
    expect(models).toHaveLength(STAGES.length + 1);
  });
});

describe('trainer configuration', () => {
  const circumstances = {
    modelFolder: '/m',
    start: null,
    templateSha256: 'b',
    rows: [{ file: '/r', sha256: 'c' }],
    problems: null,
    deadlineSeconds: 5,
    harness: { url: 'http://127.0.0.1:1', token: 't' },
  };

  it('the trainer gets the recipe of its stage only', () => {
    const sft = stageConfig(RECIPE, 'sft', circumstances);
    expect(sft).toMatchObject({
      lora: { rank: 32, alpha: 64 },
      optimiser: { learning_rate: 2e-4 },
      deadline_seconds: 5,
    });
    expect(Object.keys(sft)).not.toContain('kto');
    expect(Object.keys(sft)).not.toContain('harness');
    expect(stageConfig(RECIPE, 'kto', circumstances)).toMatchObject({ kto: { beta: 0.1, micro_batch: 16 } });
  });

  it('the trainer rolls out the existing problems, or none', () => {
    const grpo = (problems: readonly string[] | null) =>
      stageConfig(RECIPE, 'grpo', { ...circumstances, problems }) as {
        grpo: Record<string, unknown>;
        harness: unknown;
      };
    expect(grpo(['p1']).grpo).toMatchObject({ problems: ['p1'], rollout_steps: 30 });
    expect(grpo([]).grpo).toMatchObject({ rollout_steps: 0, teacher_state_steps: 30 });
    expect(grpo(null).grpo).not.toHaveProperty('problems');
    expect(grpo(null).harness).toEqual(circumstances.harness);
  });

  it('the trainer is refused another chat template', () => {
    requireTemplate(RECIPE, 'b');
    expect(() => requireTemplate({ ...RECIPE, template_sha256: 'a'.repeat(64) }, 'b')).toThrow(
      'chat template aaaaaaaaaaaa',
    );
  });
});

describe('teachers', () => {
  it('teachers are known by the calls that led to success, each once', () => {
    const traces = [
      sampleTrace('a', [[FIND], [RECOMMEND]]),
      sampleTrace('b', [['find_product {"q":"LAMP"}']]),
      sampleTrace('c', [['find_product {"q":"sofa"}']], { success: false }),
    ];
    expect([...teacherCalls(traces)]).toEqual([
      ['p1', [FIND, RECOMMEND].map((call) => ({ name: call.split(' ')[0], arguments: call.split(' ')[1] }))],
    ]);
  });

  it('house teachers are simulated and must exist; others are called at their address', () => {
    expect(teacherPlayer(RECIPE)).toMatchObject({ address: 'house', simulated: true, model: 'house/expert' });
    const at = (endpoint: string, model: string) => {
      const teacher = { ...RECIPE.stages.teacher, rows: { ...RECIPE.stages.teacher.rows, endpoint, model } };
      return teacherPlayer({ ...RECIPE, stages: { ...RECIPE.stages, teacher } });
    };
    expect(() => at('house', 'house/genius')).toThrow('no simulated model house/genius');
    expect(at('https://me:secret@models.example/v1/', 'm')).toMatchObject({
      address: 'https://models.example/v1',
      simulated: false,
    });
  });
});
