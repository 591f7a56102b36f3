import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterAll, describe, expect, it } from 'vitest';
import { firstDifference } from '../run/run-inputs.ts';
import { readRecipe } from './read-recipe.ts';
import { recipeSchema } from './recipe-schema.ts';
import { neededBefore, stageFolder } from './stage.ts';

const RECIPES = fileURLToPath(new URL('../../../recipes', import.meta.url));
const folder = mkdtempSync(join(tmpdir(), 'assay-recipe-'));
afterAll(() => rmSync(folder, { recursive: true }));

const KEY = 'stages.teacher.rows.api_key_env';

/** The small recipe with one field changed or removed. */
function changed(path: string, value: unknown): string {
  const recipe = JSON.parse(readFileSync(join(RECIPES, 'small.json'), 'utf8'));
  const keys = path.split('.');
  const last = keys.pop()!;
  const holder = keys.reduce((inner, key) => inner[key], recipe);
  if (value === undefined) delete holder[last];
  else holder[last] = value;
  const file = join(folder, 'changed.json');
  writeFileSync(file, JSON.stringify(recipe));
  return file;
}

const NAMES = readdirSync(RECIPES).map((file) => file.replace(/\.json$/, ''));

describe('recipes', () => {
  it.each(NAMES)('the recipe %s has that name', (name) => {
    expect(readRecipe(join(RECIPES, `${name}.json`)).name).toBe(name);
  });

  it('recipes have the same fields in every size', () => {
    const fields = (value: unknown, path = ''): string[] =>
      typeof value !== 'object' || value === null || Array.isArray(value)
        ? [path]
        : Object.entries(value).flatMap(([key, inner]) => fields(inner, `${path}.${key}`));
    const [first, ...others] = NAMES.map((name) =>
      // A part that is left out is null and has no fields.
      fields(readRecipe(join(RECIPES, `${name}.json`))).filter(
        (path) => !/\.(lora|student_samples|early_stopping)\b/.test(path),
      ),
    );
    expect(others.length).toBeGreaterThan(4);
    for (const other of others) expect(other).toEqual(first);
  });

  it.each([
    ['stages.sft.rows: ', 'stages.sft.rows.shuffle', true],
    ['stages.kto.loss.beta', 'stages.kto.loss.beta', '0.1'],
    ['evaluation.k', 'evaluation.k', undefined],
    ['stages.teacher.start: kto does not come before it', 'stages.teacher.start', 'kto'],
    ['stages.rejection.start', 'stages.rejection.start', 'sft'],
    ['stages.sft.length.tokens_per_micro_batch', 'stages.sft.length.tokens_per_step', 8],
    ['stages.teacher.rows.student_samples', 'stages.teacher.rows.student_samples', null],
    ['harness.max_tokens', 'harness.max_tokens', 100_000],
    ['stages.teacher.rows.api_key_env: must be a name that begins with ASSAY_', KEY, 'AWS_SECRET_ACCESS_KEY'],
    ['stages.teacher.rows.api_key_env', KEY, 'MY_ASSAY_KEY'],
  ])('names the invalid recipe field: %s', (field, path, value) => {
    expect(() => readRecipe(changed(path, value))).toThrow(field);
  });

  it('recipes accept overrides, and reject those for unknown fields', () => {
    const small = join(RECIPES, 'small.json');
    const overrides = [
      'seed=8',
      'lora=null',
      'stages.sft.optimiser.learning_rate=1e-4',
      'suites.dev=suites/dev-400',
      'evaluation.temperatures=[0,0.3]',
      'stages.sft.early_stopping={"share":0.1,"every_steps":5,"patience":2}',
    ];
    expect(readRecipe(small, overrides)).toMatchObject({
      seed: 8,
      lora: null,
      suites: { dev: 'suites/dev-400', train: 'suites/train-300' },
      evaluation: { temperatures: [0, 0.3], k: 8 },
      stages: { sft: { optimiser: { learning_rate: 1e-4, clip: 1 }, early_stopping: { patience: 2 } } },
    });
    expect(() => readRecipe(small, ['seeds=8'])).toThrow('seeds');
    expect(() => readRecipe(small, ['seed=eight'])).toThrow('seed');
    expect(() => readRecipe(small, ['seed'])).toThrow('names no field');
    expect(() => readRecipe(small, ['lora=null', 'lora.rank=8'])).toThrow('lora.rank');
    expect(() => readRecipe(small, ['evaluation.temperatures=[0]', 'evaluation.greedy=false'])).toThrow('greedy');
  });

  it('a stage that a recipe leaves out has the settings of the small recipe, and can be overridden', () => {
    const small = readRecipe(join(RECIPES, 'small.json'));
    const path = changed('stages.kto', undefined);
    expect(readRecipe(path)).toEqual(small);
    expect(readRecipe(path, ['stages.kto.loss.beta=0.2']).stages.kto.loss).toEqual({
      ...small.stages.kto.loss,
      beta: 0.2,
    });
  });

  it('the recipe of a run from before a stage existed stays valid', () => {
    const { kto, ...stages } = readRecipe(join(RECIPES, 'small.json')).stages;
    const recipe = { ...readRecipe(join(RECIPES, 'small.json')), stages };
    expect(recipeSchema.parse(recipe).stages.kto).toEqual(kto);
  });

  it('rejects a recipe that is not JSON', () => {
    const path = join(folder, 'broken.json');
    writeFileSync(path, '{');
    expect(() => readRecipe(path)).toThrow('it is not JSON');
  });
});

describe('the first difference', () => {
  it.each([
    [{ a: { b: [1, 2] } }, { a: { b: [1, 2] } }, null],
    [{ a: { b: [1, 2] } }, { a: { b: [1, 3] } }, 'a.b.1'],
    [{ a: 1 }, { a: 1, c: null }, 'c'],
    [{ a: null }, { a: {} }, 'a'],
    [[], {}, 'the whole'],
  ])('the first difference of %j and %j is %s', (one, other, path) => {
    expect(firstDifference(one, other)).toBe(path);
  });
});

describe('stages', () => {
  it('a stage knows which stages come before it', () => {
    expect(neededBefore('rejection', 'base')).toEqual(['sft']);
    expect(neededBefore('teacher', 'rejection')).toEqual(['rejection']);
    expect(neededBefore('grpo', 'kto')).toEqual(['teacher', 'kto']);
    expect(['base', 'sft', 'grpo'].map((each) => stageFolder(each as 'base'))).toEqual(['0-base', '1-sft', '5-grpo']);
  });
});
