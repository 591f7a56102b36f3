import { Fault } from '../../fault/fault.ts';
import { describeIssue } from '../../json/describe-issue.ts';
import { parseJson } from '../../json/parse-json.ts';
import { readTextFile } from '../../store/files.ts';
import { STAGE_TABLE } from '../stages/stage-table.ts';
import { withDefaultStages } from './default-stages.ts';
import { withOverride } from './recipe-override.ts';
import { type Recipe, recipeSchema } from './recipe-schema.ts';
import { STAGES, STARTS } from './stage.ts';

/** Reads a recipe and applies overrides, each as `PATH=VALUE`. */
export function readRecipe(path: string, overrides: readonly string[] = []): Recipe {
  const json = parseJson(readTextFile(path));
  const value = json.ok ? overrides.reduce(withOverride, withDefaultStages(json.value)) : undefined;
  const parsed = recipeSchema.safeParse(value);
  if (!parsed.success) throw badRecipe(path, json.ok ? describeIssue(parsed.error) : `it is not JSON: ${json.reason}`);
  const flaw = flawOf(parsed.data);
  if (flaw !== null) throw badRecipe(path, flaw);
  return parsed.data;
}

/** Finds contradictions between fields that are valid one by one. */
function flawOf(recipe: Recipe): string | null {
  for (const stage of STAGES) {
    const { start, length } = recipe.stages[stage];
    if (STARTS.indexOf(start) >= STARTS.indexOf(stage))
      return `stages.${stage}.start: ${start} does not come before it`;
    if (length.tokens_per_micro_batch > length.tokens_per_step)
      return `stages.${stage}.length.tokens_per_micro_batch: more than tokens_per_step`;
  }
  if (recipe.evaluation.temperatures.includes(0) && !recipe.evaluation.greedy)
    return 'evaluation.temperatures: 0 is the greedy episode, and evaluation.greedy is false';
  if (recipe.harness.max_tokens >= recipe.context) return 'harness.max_tokens: an answer as long as the whole context';
  for (const stage of STAGES) {
    const flaw = STAGE_TABLE[stage].flaw?.(recipe) ?? null;
    if (flaw !== null) return flaw;
  }
  return null;
}

function badRecipe(path: string, reason: string): Fault {
  return new Fault('INPUT_INVALID', {
    message: `${path} is not a valid recipe: ${reason}.`,
    remedy: 'docs/training.md lists the fields of a recipe; recipes/small.json is an example with all of them.',
  });
}
