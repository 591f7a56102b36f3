import type { Recipe } from '../recipe/recipe-schema.ts';

/** Temperatures that need separate episodes. 0 is the greedy episode of the planned evaluation. */
export function extraTemperatures({ evaluation }: Pick<Recipe, 'evaluation'>): readonly number[] {
  return [...new Set(evaluation.temperatures)].filter((each) => each !== 0 && each !== evaluation.temperature);
}
