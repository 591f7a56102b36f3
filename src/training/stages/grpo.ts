import { z } from 'zod';
import { Random } from '../../random/random.ts';
import { count, share, some } from '../recipe/recipe-fields.ts';
import type { Recipe } from '../recipe/recipe-schema.ts';
import { chosenSuccesses } from '../rows/chosen-successes.ts';
import { mixedProblems, passRates } from '../rows/pass-rates.ts';
import { stateRows } from '../rows/state-rows.ts';
import { openRolloutHarness } from '../run/rollout-harness.ts';
import type { PreparedRows } from '../run/stage-rows.ts';
import type { TrainingContext } from '../run/training-context.ts';
import { studentSamples } from './rejection.ts';
import { teacherEpisodes } from './teacher.ts';
import type { TrainingStage } from './training-stage.ts';

const settings = {
  loss: z.strictObject({
    group: z.int().min(2),
    clip: share,
    /** A constant; never the length of the longest row in a batch. */
    length_normaliser: some,
    gamma: share,
    outcome_weight: z.number().nonnegative(),
    /** Training stops when the measured KL to the start reaches this. */
    kl_stop: z.number().positive(),
    /** Log-probabilities are those of the policy itself. Ratios to a policy at another temperature would be wrong. */
    temperature: z.literal(1),
    states_per_step: some,
    teacher_state_steps: count,
    problems_per_step: some,
    rollout_steps: count,
    /** Steps between refreshes of the rollout policy. */
    refresh_every: some,
    most_new_tokens: some,
    most_turns: some,
    importance_cap: z.number().positive(),
    step_weight: z.number().nonnegative(),
    step_weight_end: z.number().nonnegative(),
  }),
  rows: z.strictObject({
    most_states: some,
    /** Problems for the student's rollouts: those that only some samples of stage 2 solve, or all. */
    rollout_problems: z.enum(['mixed', 'all']),
  }),
};

/** Dr. GRPO on teacher states, then on the student's own rollouts. */
export const grpo: TrainingStage<typeof settings> = {
  settings,
  flaw: ({ stages }) => {
    const { teacher_state_steps, rollout_steps, step_weight, step_weight_end } = stages.grpo.loss;
    if (teacher_state_steps + rollout_steps === 0)
      return 'stages.grpo.loss.rollout_steps: there is no step of any kind';
    return step_weight_end > step_weight ? 'stages.grpo.loss.step_weight_end: is above step_weight' : null;
  },
  needs: ['teacher'],
  sources: () => ['teacher', 'samples'],
  rows: prepareRows,
  trainerSettings: ({ stages }, { problems, harness }) => ({
    grpo: lossSettings(stages.grpo.loss, problems),
    harness,
  }),
  openHarness: openRolloutHarness,
  comparedWith: ({ stages }) => stages.grpo.start,
  verl: 'states',
};

async function prepareRows(context: TrainingContext): Promise<PreparedRows> {
  const { recipe } = context;
  const own = recipe.stages.grpo.rows;
  const teaching = await teacherEpisodes(context);
  const { traces } = chosenSuccesses(teaching, Number.MAX_SAFE_INTEGER, new Random(recipe.seed));
  const rows = stateRows(traces, own.most_states, recipe.seed);
  const rates = passRates(await studentSamples(context));
  const problems = own.rollout_problems === 'mixed' ? mixedProblems(rates) : null;
  return {
    rows,
    counts: { states: rows.length, problems: new Set(rows.map(({ problem_id }) => problem_id)).size },
    problems,
  };
}

/** Without problems for rollouts, training uses only teacher states. */
function lossSettings(loss: Recipe['stages']['grpo']['loss'], problems: readonly string[] | null): object {
  if (problems === null) return loss;
  return problems.length === 0 ? { ...loss, rollout_steps: 0 } : { ...loss, problems };
}
