import { z } from 'zod';
import { some } from '../recipe/recipe-fields.ts';
import { ktoRows } from '../rows/kto-rows.ts';
import { labelledSteps, teacherSolutions } from '../rows/labelled-step.ts';
import type { Trace } from '../rows/trace.ts';
import type { PreparedRows } from '../run/stage-rows.ts';
import type { TrainingContext } from '../run/training-context.ts';
import { studentSamples } from './rejection.ts';
import { teacherEpisodes } from './teacher.ts';
import type { TrainingStage } from './training-stage.ts';

const settings = {
  loss: z.strictObject({
    beta: z.number().positive(),
    desirable_weight: z.number().positive(),
    undesirable_weight: z.number().positive(),
    micro_batch: z.int().min(2),
  }),
  rows: z.strictObject({
    sources: z.array(z.enum(['samples', 'teacher', 'corpus'])).min(1),
    /** Target of λ_D n_D / (λ_U n_U), reached by dropping rows. */
    balance: z.number().min(0.5).max(2),
    most: some.nullable(),
  }),
};

/** KTO on single messages labelled good or bad. */
export const kto: TrainingStage<typeof settings> = {
  settings,
  needs: ['teacher'],
  // Labels always need the teacher's successes, whichever conversations are labelled.
  sources: ({ stages }) => ['teacher', ...stages.kto.rows.sources],
  rows: prepareRows,
  trainerSettings: ({ stages }) => ({ kto: stages.kto.loss }),
  comparedWith: ({ stages }) => stages.kto.start,
  verl: null,
};

async function prepareRows(context: TrainingContext): Promise<PreparedRows> {
  const { recipe, corpus, harness } = context;
  const { loss, rows: own } = recipe.stages.kto;
  const teaching = await teacherEpisodes(context);
  const known = { samples: await studentSamples(context), teacher: teaching, corpus: corpus.traces.filter(isTrace) };
  const ways = teacherSolutions(teaching);
  const steps = own.sources.flatMap((source) =>
    known[source].flatMap((trace) => labelledSteps(trace, harness.tools, ways)),
  );
  const { rows, counts } = ktoRows(steps, { ...loss, ...own }, recipe.seed);
  return { rows, counts };
}

function isTrace(trace: Trace | string): trace is Trace {
  return typeof trace !== 'string';
}
