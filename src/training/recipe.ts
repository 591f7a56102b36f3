/** Recipes. */
export { readRecipe } from './recipe/read-recipe.ts';
export { FIRST_STAGE, STAGES, STARTS, type Stage, type Start } from './recipe/stage.ts';
