import { z } from 'zod';
import { Fault } from '../../fault/fault.ts';
import { earlyStopping, some } from '../recipe/recipe-fields.ts';
import { LEFT_OUT, type LeftOut } from '../rows/corpus-trace.ts';
import { sftRows } from '../rows/sft-rows.ts';
import type { PreparedRows } from '../run/stage-rows.ts';
import type { TrainingContext } from '../run/training-context.ts';
import type { TrainingStage } from './training-stage.ts';

const settings = {
  early_stopping: earlyStopping,
  rows: z.strictObject({
    /** Prompt before the first turn: the harness's, which the student will see, or the contestant's as recorded. */
    prompt: z.enum(['harness', 'as-recorded']),
    outcomes: z.enum(['successes', 'all']),
    /** What to do with rows that name a product which shortening removed from the results. */
    unseen_products: z.enum(['drop', 'keep']),
    most_per_problem: some.nullable(),
    /** `problem` gives every row of a problem with n rows the weight 1/√n. */
    weighting: z.enum(['row', 'problem']),
  }),
};

/** Supervised fine-tuning on the train split of a corpus. */
export const sft: TrainingStage<typeof settings> = {
  settings,
  needs: [],
  sources: () => ['corpus'],
  rows: prepareRows,
  trainerSettings: ({ stages }) => ({ early_stopping: stages.sft.early_stopping }),
  comparedWith: () => 'base',
  verl: 'conversations',
};

async function prepareRows({ recipe, corpus }: TrainingContext): Promise<PreparedRows> {
  const { rows, left_out } = sftRows(corpus.traces, { ...recipe.stages.sft.rows, seed: recipe.seed });
  if (rows.length === 0) throw nothingFits(corpus.traces.length, left_out);
  return { rows, counts: { corpus: corpus.traces.length, left_out } };
}

/** Without rows there is no first stage, and no stage that builds on it. */
function nothingFits(rows: number, leftOut: Readonly<Partial<Record<LeftOut, number>>>): Fault {
  const reasons = Object.entries(leftOut).map(([reason, count]) => `${count}: ${LEFT_OUT[reason as LeftOut]}`);
  return new Fault('INPUT_INVALID', {
    message: `None of the ${rows} rows in the train split can be trained on (${reasons.join('; ') || 'it is empty'}).`,
    remedy: 'Name a larger release with --corpus, or give the student more tools with harness.tools in the recipe.',
    extra: { left_out: leftOut },
  });
}
