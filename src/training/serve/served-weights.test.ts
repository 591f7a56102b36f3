import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { servedWeights } from './served-weights.ts';

const RECIPE = fileURLToPath(new URL('../../../recipes/small.json', import.meta.url));

let root: string;
let model: string;
beforeEach(() => {
  root = mkdtempSync(join(tmpdir(), 'assay-served-'));
  model = fileIn('model', 'config.json');
});
afterEach(() => rmSync(root, { recursive: true }));

function fileIn(folder: string, name: string, text = '{}'): string {
  const place = join(root, folder);
  mkdirSync(place, { recursive: true });
  writeFileSync(join(place, name), text);
  return place;
}

/** A training run on the model with adapters for these stages. */
function run(...stages: readonly string[]): string {
  return runFrom(null, ...stages);
}

function runFrom(adapter: string | null, ...stages: readonly string[]): string {
  const recipe = JSON.parse(readFileSync(RECIPE, 'utf8'));
  fileIn('run', 'recipe.json', JSON.stringify({ ...recipe, model: { ...recipe.model, folder: model, adapter } }));
  const inputs = {
    corpus: { name: 'a', manifest: 'b', simulated: true },
    template_sha256: 'c',
    suites: { train: 'd', dev: 'e' },
    market: { products: 1, source: 'f' },
  };
  for (const stage of stages) fileIn(`run/adapters/${stage}`, 'adapter.json');
  return fileIn('run', 'inputs.json', JSON.stringify(inputs));
}

describe('servedWeights', () => {
  it('serves the last adapter of a run, with the model and the context of its recipe', () => {
    const folder = run('sft', 'teacher');
    expect(servedWeights(folder, {})).toEqual({
      model,
      adapter: join(folder, 'adapters', 'teacher'),
      context: 8192,
      label: 'small, stage teacher',
    });
  });

  it('serves the stage, adapter or context that is named', () => {
    const folder = run('sft', 'teacher');
    expect(servedWeights(folder, { stage: 'sft' }).adapter).toBe(join(folder, 'adapters', 'sft'));
    expect(servedWeights(folder, { stage: 'base', context: 512 })).toMatchObject({ adapter: null, context: 512 });
    const other = fileIn('other', 'adapter.json');
    expect(servedWeights(folder, { adapter: other })).toMatchObject({ adapter: other, label: other });
  });

  it('labels what a run began with as its base, with the adapter if there was one', () => {
    const base = { stage: 'base' } as const;
    expect(servedWeights(run('sft'), base)).toMatchObject({ adapter: null, label: 'small, base' });
    const start = fileIn('start', 'adapter.json');
    expect(servedWeights(runFrom(start, 'sft'), base)).toMatchObject({
      adapter: start,
      label: `small, base with ${start}`,
    });
  });

  it('serves a Hugging Face folder, with or without an adapter', () => {
    expect(servedWeights(model, {})).toEqual({ model, adapter: null, context: null, label: model });
    const adapter = fileIn('adapter', 'adapter.json');
    expect(servedWeights(model, { adapter })).toEqual({ model, adapter, context: null, label: adapter });
  });

  it('names missing weights, and what to pass instead', () => {
    expect(() => servedWeights(run(), {})).toThrow('has no adapter');
    expect(() => servedWeights(run('sft'), { stage: 'grpo' })).toThrow('has no adapter of stage grpo');
    expect(() => servedWeights(model, { stage: 'sft' })).toThrow('not a training run');
    expect(() => servedWeights(model, { adapter: root })).toThrow('There is no adapter.json');
    expect(() => servedWeights(root, {})).toThrow('neither a training run nor a Hugging Face model');
    const adapter = fileIn('adapter', 'adapter.json');
    expect(() => servedWeights(adapter, {})).toThrow(
      expect.objectContaining({ remedy: expect.stringContaining(`with --adapter ${adapter}`) }),
    );
    const folder = run('sft');
    rmSync(model, { recursive: true });
    expect(() => servedWeights(folder, {})).toThrow(`trained on the model in ${model}`);
  });
});
