import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterAll, describe, expect, it } from 'vitest';
import { measuredRun } from '../../evaluation/report/measured-run.ts';
import { summariseRun } from '../../evaluation/report.ts';
import { sampleEpisodes, sampleRun } from '../../evaluation/testing/sample-run.ts';
import { readRecipe } from '../recipe/read-recipe.ts';
import { stageCurves } from './stage-curves.ts';
import { summariseTraining } from './summarise-training.ts';
import { trainingSummarySchema } from './training-summary.ts';

const RECIPE = readRecipe(fileURLToPath(new URL('../../../recipes/small.json', import.meta.url)));
const folder = mkdtempSync(join(tmpdir(), 'assay-summary-'));
afterAll(() => rmSync(folder, { recursive: true }));

function measured(label: string, episodes = 1) {
  const run = sampleRun(label, 10);
  const all = sampleEpisodes(run, (problem, sample) => problem < 4 && sample !== 0);
  return summariseRun(measuredRun(run, all.slice(0, Math.floor(all.length * episodes)), []));
}

const FACTS = {
  recipe: RECIPE,
  corpus: { name: 'day-1', simulated: false },
  suite: { name: 'dev-75', problems: 10 },
  curves: [],
  ablations: [],
  notRun: [{ what: 'grpo', why: 'no time left' as const }],
  trainedAt: '2026-01-01T00:00:00.000Z',
};

describe('the summary of a run', () => {
  it('the training summary holds rates with intervals for each stage, without incomplete ones', () => {
    const summary = summariseTraining({
      ...FACTS,
      stages: [
        { stage: 'base', ended: null, summary: measured('base') },
        { stage: 'sft', ended: 'deadline', summary: measured('sft', 0.5) },
        { stage: 'rejection', ended: 'done', summary: null },
      ],
    });
    expect(trainingSummarySchema.parse(summary)).toEqual(summary);
    expect(summary.stages.map(({ stage, ended }) => [stage, ended])).toEqual([
      ['untrained', null],
      ['sft', 'deadline'],
      ['rejection', 'done'],
    ]);
    expect(Object.keys(summary.stages[0]!.measures)).toEqual(['pass@1', 'pass@8', 'pass^8', 'greedy']);
    expect(summary.stages[0]!.measures['pass@1']).toMatchObject({ value: 0.35, interval: { low: expect.any(Number) } });
    expect(summary.stages[1]!.measures).not.toHaveProperty('pass@1');
    expect(summary.stages[2]!.measures).toEqual({});
    expect(summary.incomplete).toEqual([
      { stage: 'sft', measured: 45, expected: 90, remedy: 'the same command goes on with it' },
    ]);
    expect(summary.model).toBe(`${RECIPE.model.name}, rejection`);
    expect(summary.simulated).toEqual([]);
  });

  it('the training summary names measurements at other temperatures', () => {
    const at = (temperature: number, episodes = 1) => ({ ...measured('sft', episodes), temperature });
    const { stages, incomplete } = summariseTraining({
      ...FACTS,
      stages: [{ stage: 'sft', ended: 'early', summary: measured('sft'), extra: [at(0.3), at(0.6, 0.5)] }],
    });
    expect(Object.keys(stages[0]!.measures)).toEqual([
      'pass@1',
      'pass@8',
      'pass^8',
      'greedy',
      'pass@1 at 0.3',
      'pass@8 at 0.3',
      'pass^8 at 0.3',
    ]);
    expect(incomplete).toEqual([
      { stage: 'sft at 0.6', measured: 45, expected: 90, remedy: 'the same command goes on with it' },
    ]);
  });

  it('the training summary says what was simulated', () => {
    const stages = [{ stage: 'grpo' as const, ended: 'kl' as const, summary: null }];
    expect(summariseTraining({ ...FACTS, stages, corpus: { name: 'x', simulated: true } }).simulated).toEqual([
      'corpus',
      'teacher',
    ]);
  });
});

describe('curves', () => {
  it('reads training curves as far as the trainer’s file is complete', () => {
    const lines = [
      '{"step":1,"loss":2,"reward":0.1}',
      '{"step":2,"loss":null,"reward":0.2}',
      '{"step":3,"loss":1,"reward":0.3}',
      '{"step":4,"lo',
    ];
    writeFileSync(join(folder, 'metrics.jsonl'), lines.join('\n'));
    expect(stageCurves('grpo', folder)).toEqual([
      {
        stage: 'grpo',
        what: 'loss',
        points: [
          { step: 1, value: 2 },
          { step: 3, value: 1 },
        ],
      },
      {
        stage: 'grpo',
        what: 'reward',
        points: [1, 2, 3].map((step) => ({ step, value: step / 10 })),
      },
    ]);
    expect(stageCurves('sft', join(folder, 'nothing'))).toEqual([]);
  });

  it('training curves include the held-out loss of a run with early stopping', () => {
    const place = mkdtempSync(join(folder, 'held-out-'));
    writeFileSync(join(place, 'run.json'), '{"held_out":{"losses":[[0,2.5],[50,null],[100,1.5]],"best_step":100}}');
    const points = [
      { step: 0, value: 2.5 },
      { step: 100, value: 1.5 },
    ];
    expect(stageCurves('sft', place)).toEqual([{ stage: 'sft', what: 'held-out loss', points }]);
  });
});
