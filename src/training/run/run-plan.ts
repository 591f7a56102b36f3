import { existsSync } from 'node:fs';
import { type EvaluationPlan, type HashedPlan, readPlan } from '../../evaluation/sealed.ts';
import type { Recipe } from '../recipe/recipe-schema.ts';
import { STAGES, STARTS } from '../recipe/stage.ts';
import { STAGE_TABLE } from '../stages/stage-table.ts';
import { writeMark } from './finished-mark.ts';
import type { RunFolder } from './run-folder.ts';

/**
 * The planned comparisons, written before anything is measured: each stage with the one it builds on. Testing all
 * pairs of stages would find differences by chance.
 */
export function trainingPlan(recipe: Recipe, suite: string): EvaluationPlan {
  return {
    version: 1,
    suite,
    models: STARTS.map((label) => ({ label, checkpoint: label })),
    comparisons: STAGES.map((stage) => [stage, STAGE_TABLE[stage].comparedWith(recipe)]),
    k: recipe.evaluation.k,
    seeds: [recipe.evaluation.seed],
    temperature: recipe.evaluation.temperature,
    harness: recipe.harness.tools,
    stop_rule: 'when every episode is measured',
  };
}

export async function keptPlan(folder: RunFolder, recipe: Recipe, suite: string): Promise<HashedPlan> {
  if (!existsSync(folder.plan)) await writeMark(folder.plan, trainingPlan(recipe, suite));
  return readPlan(folder.plan);
}
