import { Fault } from '../../fault/fault.ts';
import type { Recipe } from '../recipe/recipe-schema.ts';

/** Before anything is made: rows rendered by another template than the model is served with teach it other words. */
export function requireTemplate(recipe: Recipe, found: string): void {
  if (recipe.template_sha256 === null || recipe.template_sha256 === found) return;
  throw new Fault('INPUT_INVALID', {
    message: `The recipe ${recipe.name} is for the chat template ${recipe.template_sha256.slice(0, 12)}…, and the trainer here has ${found.slice(0, 12)}….`,
    remedy:
      'Take the trainer the recipe was made with, or set template_sha256 to null and hold the numbers against no others.',
    extra: { field: 'template_sha256' },
  });
}
