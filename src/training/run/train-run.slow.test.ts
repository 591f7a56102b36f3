import { existsSync, readdirSync, readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { scaled } from '../../testing/scaled.ts';
import { STAGES } from '../recipe/stage.ts';
import { trainingSummarySchema } from '../summary/training-summary.ts';
import { ended, killGroup, SampleTraining } from '../testing/sample-training.ts';

const PYTHON = process.env.ASSAY_TRAINER_PYTHON || undefined;
const MOST_SHARD_BYTES = 15 * 1024 * 1024;

let training: SampleTraining;
beforeAll(async () => {
  training = await SampleTraining.make(new URL('../../../bin/assay.js', import.meta.url));
});
afterAll(() => training.end());

describe.skipIf(PYTHON === undefined)(
  'a run through all stages (where ASSAY_TRAINER_PYTHON names a Python with torch)',
  () => {
    interface Heard {
      readonly event: string;
      readonly stage?: string;
      readonly doing?: string;
      readonly said?: { readonly event: string };
    }

    interface Labelled {
      readonly label: string;
      readonly temperature: number;
    }

    it('a killed training run resumes, ends with all adapters and a summary, refuses other options, and can be trained further', {
      timeout: scaled(900_000),
    }, async () => {
      const folder = training.out('whole');
      const untrained = await training.run(folder, '--recipe', training.recipe(), '--stage', 'base', '--json');
      expect(untrained.code === 0 ? '' : untrained.said.slice(-2_000)).toBe('');
      const alone = trainingSummarySchema.parse(JSON.parse(readFileSync(join(folder, 'summary.json'), 'utf8')));
      expect(alone.stages.map(({ stage, measures }) => [stage, Object.keys(measures).length])).toEqual([
        ['untrained', 4],
      ]);
      expect(alone.not_run).toEqual(STAGES.map((stage) => ({ what: stage, why: 'left out' })));
      expect(existsSync(join(folder, 'adapters'))).toBe(false);

      const first = training.start(
        folder,
        '--recipe',
        training.recipe(),
        '--stage',
        ['base', ...STAGES].join(),
        '--json',
      );
      for await (const line of createInterface({ input: first.stdout! })) {
        const { event, stage, said } = JSON.parse(line) as Heard;
        if (event === 'trainer' && stage === 'rejection' && said?.event === 'step') {
          killGroup(first);
          break;
        }
      }
      const adapterOf = (stage: string): string =>
        readFileSync(join(folder, 'adapters', stage, 'adapter.json'), 'utf8');
      const sft = adapterOf('sft');
      expect(existsSync(join(folder, 'adapters', 'rejection'))).toBe(false);

      const second = await training.run(folder, '--recipe', training.recipe(), '--json');
      // Shows the end of the output if the run fails.
      expect(second.code === 0 ? '' : second.said.slice(-2_000)).toBe('');
      expect(second.complaints).toMatch(/^Simulated: corpus and teacher\.[^\n]*\n$/);
      const heard = second.said
        .trimEnd()
        .split('\n')
        .map((line) => JSON.parse(line) as Heard & { readonly summary?: unknown });
      const kept = heard.filter(({ event }) => event === 'kept').map(({ stage, doing }) => `${stage} ${doing}`);
      expect(kept).toEqual(
        expect.arrayContaining(['base evaluation', 'sft train', 'sft evaluation', 'rejection rows']),
      );
      expect(adapterOf('sft')).toBe(sft);

      const metrics = readFileSync(join(folder, 'stages', '2-rejection', 'train', 'metrics.jsonl'), 'utf8');
      const steps = metrics
        .trimEnd()
        .split('\n')
        .map((line) => JSON.parse(line).step as number);
      expect(steps).toEqual(steps.map((_, place) => place + 1));

      for (const stage of STAGES) {
        const shards = readdirSync(join(folder, 'adapters', stage)).filter((name) => name.endsWith('.safetensors'));
        expect(shards.length).toBeGreaterThan(0);
        for (const shard of shards)
          expect(statSync(join(folder, 'adapters', stage, shard)).size).toBeLessThanOrEqual(MOST_SHARD_BYTES);
      }

      const summary = trainingSummarySchema.parse(JSON.parse(readFileSync(join(folder, 'summary.json'), 'utf8')));
      expect(heard.at(-1)).toMatchObject({ event: 'summary', summary: JSON.parse(JSON.stringify(summary)) });
      expect(summary.stages.map(({ stage }) => stage)).toEqual(['untrained', ...STAGES]);
      for (const { measures } of summary.stages)
        expect(Object.keys(measures)).toEqual(['pass@1', 'pass@2', 'pass^2', 'greedy']);
      expect(summary.curves.map(({ stage, what }) => `${stage} ${what}`)).toEqual(
        expect.arrayContaining([...STAGES.map((stage) => `${stage} loss`), 'grpo reward']),
      );
      expect(summary.simulated).toEqual(['corpus', 'teacher']);
      expect(summary.not_run).toEqual([]);
      expect(summary.corpus).toBe('sample');
      expect(summary).not.toHaveProperty('incomplete');

      const report = JSON.parse(readFileSync(join(folder, 'report', 'report.json'), 'utf8'));
      expect(report.plan.findings).toEqual([]);
      const planned = report.comparisons.filter(({ family }: { family: string }) => family === 'planned');
      const compared = planned.map(({ left, right }: { left: string; right: string }) => `${left}-${right}`);
      expect(compared).toHaveLength(STAGES.length);
      expect(compared.slice(0, 5)).toEqual([
        'sft-base',
        'rejection-sft',
        'teacher-rejection',
        'kto-teacher',
        'grpo-teacher',
      ]);

      const other = await training.run(folder, '--recipe', training.recipe({ seed: 8 }), '--json');
      expect(other.code).toBe(1);
      expect(JSON.parse(other.said)).toMatchObject({ error: { field: 'seed' } });

      const further = training.out('further');
      const start = [`model.folder=${join(folder, 'model')}`, `model.adapter=${join(folder, 'adapters', 'sft')}`];
      const options = ['--recipe', training.recipe(), '--stage', 'base,sft', '--json'];
      const continued = await training.run(further, ...options, ...start.flatMap((field) => ['--set', field]));
      expect(continued.code === 0 ? '' : continued.said.slice(-2_000)).toBe('');
      const later = trainingSummarySchema.parse(JSON.parse(readFileSync(join(further, 'summary.json'), 'utf8')));
      expect(later.stages.map(({ stage }) => stage)).toEqual(['start', 'sft']);
      const lossAt = (run: string): number =>
        JSON.parse(readFileSync(join(run, 'stages', '1-sft', 'train', 'metrics.jsonl'), 'utf8').split('\n')[0]!).loss;
      expect(lossAt(further)).toBeLessThan(lossAt(folder));
    });

    it('trains all weights, stops by the held-out loss, and measures at every temperature', {
      timeout: scaled(600_000),
    }, async () => {
      const folder = training.out('full');
      const overrides = [
        'lora=null',
        'seed=3',
        'evaluation.temperatures=[0,0.3,0.9]',
        'stages.sft.early_stopping={"share":0.3,"every_steps":1,"patience":1}',
      ].flatMap((each) => ['--set', each]);
      const words = ['--recipe', training.recipe(), '--stage', 'sft', ...overrides, '--json'];
      const ran = await training.run(folder, ...words);
      expect(ran.code === 0 ? '' : ran.said.slice(-2_000)).toBe('');
      expect(JSON.parse(readFileSync(join(folder, 'recipe.json'), 'utf8'))).toMatchObject({ seed: 3, lora: null });
      const summary = trainingSummarySchema.parse(JSON.parse(readFileSync(join(folder, 'summary.json'), 'utf8')));
      for (const { measures } of summary.stages)
        expect(Object.keys(measures)).toEqual([
          'pass@1',
          'pass@2',
          'pass^2',
          'greedy',
          'pass@1 at 0.3',
          'pass@2 at 0.3',
          'pass^2 at 0.3',
        ]);
      expect(summary.curves.map(({ what }) => what)).toEqual(['loss', 'held-out loss']);
      const report = JSON.parse(readFileSync(join(folder, 'report', 'at-0.3', 'report.json'), 'utf8'));
      expect(report.runs.map(({ label, temperature }: Labelled) => [label, temperature])).toEqual([
        ['base at 0.3', 0.3],
        ['sft at 0.3', 0.3],
      ]);
      expect(existsSync(join(folder, 'stages', '1-sft', 'train', 'checkpoint'))).toBe(false);
      const again = await training.run(folder, ...words);
      expect(again.said).not.toContain('"event":"begin"');

      const measure = ['measure', folder, '--stage', 'sft', '--temperature', '0,0.6', '-k', '1', '--json'] as const;
      const measured = await ended(training.spawn(...measure, '--market', training.ground.market));
      expect(measured.code === 0 ? '' : measured.said.slice(-2_000)).toBe('');
      const at = JSON.parse(measured.said);
      expect(at.runs.map(({ label, temperature, k }: Labelled & { k: number }) => [label, temperature, k])).toEqual([
        ['sft at 0', 0, 1],
        ['sft at 0.6', 0.6, 1],
      ]);
      expect(existsSync(join(at.folder, 'report', 'report.html'))).toBe(true);
      const missing = await ended(
        training.spawn('measure', folder, '--stage', 'kto', '--market', training.ground.market),
      );
      expect(missing.complaints).toContain('no adapter of stage kto');
    });
  },
);
