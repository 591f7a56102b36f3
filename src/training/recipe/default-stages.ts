import small from '../../../recipes/small.json' with { type: 'json' };
import { isJsonObject } from '../../json/json-object.ts';

/**
 * Adds the settings of `recipes/small.json` for each stage that a recipe leaves out. Without this, a new stage would have to be
 * added to every recipe and would make the recipes of finished runs invalid.
 */
export function withDefaultStages(recipe: unknown): unknown {
  if (!isJsonObject(recipe) || !isJsonObject(recipe.stages)) return recipe;
  return { ...recipe, stages: { ...small.stages, ...recipe.stages } };
}
