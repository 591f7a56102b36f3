import { Fault } from '../../fault/fault.ts';
import { describeIssue } from '../../store/describe-issue.ts';
import { parseJson } from '../../store/parse-json.ts';
import { readTextFile } from '../../store/read-text-file.ts';
import { type Recipe, recipeSchema } from './recipe-schema.ts';
import { STAGES, STARTS } from './stage.ts';

export function readRecipe(path: string): Recipe {
  const json = parseJson(readTextFile(path));
  const parsed = recipeSchema.safeParse(json.ok ? json.value : undefined);
  if (!parsed.success) throw badRecipe(path, json.ok ? describeIssue(parsed.error) : `it is no JSON: ${json.reason}`);
  const flaw = flawOf(parsed.data);
  if (flaw !== null) throw badRecipe(path, flaw);
  return parsed.data;
}

/** What each field allows and all of them together do not. */
function flawOf(recipe: Recipe): string | null {
  for (const stage of STAGES) {
    const { start, length } = recipe.stages[stage];
    if (STARTS.indexOf(start) >= STARTS.indexOf(stage))
      return `stages.${stage}.start: ${start} does not come before it`;
    if (length.tokens_per_micro_batch > length.tokens_per_step)
      return `stages.${stage}.length.tokens_per_micro_batch: more than tokens_per_step`;
  }
  if (recipe.stages.rejection.start !== 'base')
    return 'stages.rejection.start: only base, or samples of samples collapse';
  const { problems, student_samples } = recipe.stages.teacher.rows;
  if (problems === 'failed' && student_samples === null)
    return 'stages.teacher.rows.student_samples: needed to know which problems the student fails';
  if (recipe.harness.max_tokens >= recipe.context) return 'harness.max_tokens: an answer as long as the whole context';
  const { teacher_state_steps, rollout_steps, step_weight, step_weight_end } = recipe.stages.grpo.loss;
  if (teacher_state_steps + rollout_steps === 0) return 'stages.grpo.loss.rollout_steps: there is no step of any kind';
  if (step_weight_end > step_weight) return 'stages.grpo.loss.step_weight_end: is above step_weight';
  return null;
}

function badRecipe(path: string, reason: string): Fault {
  return new Fault('INPUT_INVALID', {
    message: `${path} is no recipe: ${reason}.`,
    remedy: 'See docs/training.md for what a recipe holds, and recipes/ for three that work.',
  });
}
