import { existsSync } from 'node:fs';
import { z } from 'zod';
import { suiteDigest } from '../../evaluation/suites.ts';
import { Fault } from '../../fault/fault.ts';
import type { MarketIndex } from '../../market/market-index.ts';
import { type Recipe, recipeSchema } from '../recipe/recipe-schema.ts';
import { readMark, writeMark } from './finished-mark.ts';
import type { RunFolder } from './run-folder.ts';
import type { TrainingSuites } from './training-suites.ts';

const inputsSchema = z.strictObject({
  corpus: z.strictObject({ name: z.string(), manifest: z.string(), simulated: z.boolean() }),
  template_sha256: z.string(),
  suites: z.strictObject({ train: z.string(), dev: z.string() }),
  market: z.strictObject({ products: z.int(), source: z.string() }),
  /** SHA-256 of the `adapter.json` that the run starts from; it contains the hashes of the weights. */
  adapter_sha256: z.string().nullable().default(null),
});

/** Everything besides the recipe that determines the result. */
export type RunInputs = Readonly<z.infer<typeof inputsSchema>>;

/** The part of the inputs that is available without the corpus and the trainer. */
export type RunSources = Pick<RunInputs, 'suites' | 'market'>;

export function runSources(
  { train, dev }: Pick<TrainingSuites, 'train' | 'dev'>,
  { manifest }: MarketIndex,
): RunSources {
  const { products, source } = manifest;
  return {
    suites: { train: suiteDigest(train.problems), dev: suiteDigest(dev.problems) },
    market: { products, source: JSON.stringify(source) },
  };
}

/**
 * The suites and market named in the recipe may have changed. Rewards on other problems would train a different
 * model.
 */
export function requireSameSources(folder: RunFolder, { suites, market }: RunInputs, now: RunSources): void {
  requireSame(folder.root, 'input', { suites, market }, now);
}

/**
 * Resumes a folder only with the recipe and inputs it was started with. A mixture of two recipes would be
 * meaningless.
 */
export async function requireSameInputs(folder: RunFolder, recipe: Recipe, inputs: RunInputs): Promise<void> {
  if (existsSync(folder.inputs)) {
    requireSame(folder.root, 'recipe', readMark(folder.recipe, recipeSchema), recipe);
    requireSame(folder.root, 'input', readMark(folder.inputs, inputsSchema), inputs);
    return;
  }
  await writeMark(folder.recipe, recipe);
  await writeMark(folder.inputs, inputs);
}

export function readInputs(folder: RunFolder): { readonly recipe: Recipe; readonly inputs: RunInputs } {
  const recipe = readMark(folder.recipe, recipeSchema);
  const inputs = readMark(folder.inputs, inputsSchema);
  if (recipe !== undefined && inputs !== undefined) return { recipe, inputs };
  throw new Fault('FILE_NOT_FOUND', {
    message: `There is no training run in ${folder.root}.`,
    remedy: 'Name a folder that `assay train run --out` wrote.',
  });
}

/**
 * Runs before anything is created: rows rendered with a different template than the served model's teach other
 * tokens.
 */
export function requireTemplate(recipe: Recipe, found: string): void {
  if (recipe.template_sha256 === null || recipe.template_sha256 === found) return;
  throw new Fault('INPUT_INVALID', {
    message: `The recipe ${recipe.name} is for the chat template ${recipe.template_sha256.slice(0, 12)}…, and the trainer here has ${found.slice(0, 12)}….`,
    remedy:
      'Use the trainer that the recipe was made with, or set template_sha256 to null; the results are then not comparable with others.',
    extra: { field: 'template_sha256' },
  });
}

function requireSame(root: string, what: string, before: unknown, now: unknown): void {
  const field = firstDifference(before, now);
  if (field === null) return;
  throw new Fault('INPUT_INVALID', {
    message: `${root} holds a run with another ${what}: ${field} is ${shown(at(before, field))} there and ${shown(at(now, field))} here.`,
    remedy: 'Resume it with the same inputs, or choose another folder.',
    extra: { field },
  });
}

function at(value: unknown, path: string): unknown {
  return path.split('.').reduce((inner, key) => (inner as Readonly<Record<string, unknown>> | undefined)?.[key], value);
}

function shown(value: unknown): string {
  return (JSON.stringify(value) ?? 'missing').slice(0, 100);
}

/** The path of the first field in which two JSON values differ, such as `stages.sft.length.epochs`; `null` when none does. */
export function firstDifference(one: unknown, other: unknown): string | null {
  const place = differingPath(one, other, []);
  return place === null ? null : place.join('.') || 'the whole';
}

function differingPath(one: unknown, other: unknown, path: readonly string[]): readonly string[] | null {
  if (Object.is(one, other)) return null;
  if (!hasParts(one) || !hasParts(other) || Array.isArray(one) !== Array.isArray(other)) return path;
  for (const key of new Set([...Object.keys(one), ...Object.keys(other)])) {
    const found = differingPath(one[key], other[key], [...path, key]);
    if (found !== null) return found;
  }
  return null;
}

/** An object or a list: both have parts that can differ. */
function hasParts(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null;
}
