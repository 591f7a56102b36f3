import type { Estimate, RunSummary } from '../../evaluation/report.ts';
import type { Recipe } from '../recipe/recipe-schema.ts';
import { type Start, stageLabel } from '../recipe/stage.ts';
import { STAGE_TABLE } from '../stages/stage-table.ts';
import { isTeacherSimulated } from '../stages/teacher.ts';
import type {
  IncompleteEvaluation,
  NotRun,
  TrainingAblation,
  TrainingCurve,
  TrainingStage,
  TrainingSummary,
} from './training-summary.ts';

export interface MeasuredStage {
  readonly stage: Start;
  readonly ended: TrainingStage['ended'];
  /** `null` if nothing is measured. */
  readonly summary: RunSummary | null;
  /** Measurements at temperatures other than the planned one. */
  readonly extra?: readonly RunSummary[];
}

export interface TrainingFacts {
  readonly recipe: Recipe;
  readonly corpus: { readonly name: string; readonly simulated: boolean };
  readonly suite: { readonly name: string; readonly problems: number };
  readonly stages: readonly MeasuredStage[];
  readonly curves: readonly TrainingCurve[];
  readonly ablations: readonly TrainingAblation[];
  readonly notRun: readonly NotRun[];
  readonly trainedAt: string;
}

/** Summarises a run from the contents of its folder. A rate is omitted if a problem has too few episodes. */
export function summariseTraining(facts: TrainingFacts): TrainingSummary {
  const { recipe, corpus, suite, stages } = facts;
  const taught = stages.some(({ stage }) => stage !== 'base' && STAGE_TABLE[stage].sources(recipe).includes('teacher'));
  const teacherSimulated = taught && isTeacherSimulated(recipe);
  const last = stages.at(-1)?.stage ?? 'base';
  const incomplete = stages.flatMap((stage) => incompleteOf(stage, recipe));
  return {
    recipe: recipe.name,
    about: recipe.about,
    model:
      last === 'base' && recipe.model.adapter === null
        ? recipe.model.name
        : `${recipe.model.name}, ${stageLabel(last, recipe.model)}`,
    base_model: recipe.model.name,
    trained_at: facts.trainedAt,
    corpus: corpus.name,
    simulated: [...(corpus.simulated ? ['corpus' as const] : []), ...(teacherSimulated ? ['teacher' as const] : [])],
    measured_on: { suite: suite.name, problems: suite.problems, tries: recipe.evaluation.k },
    stages: stages.map(({ stage, ended, summary, extra = [] }) => ({
      stage: stageLabel(stage, recipe.model),
      ended,
      measures: Object.assign(summary === null ? {} : measuresOf(summary), ...extra.map(measuresAt)),
    })),
    curves: [...facts.curves],
    ablations: [...facts.ablations],
    not_run: [...facts.notRun],
    ...(incomplete.length > 0 && { incomplete }),
  };
}

function incompleteOf(
  { stage, summary, extra = [] }: MeasuredStage,
  { model }: Recipe,
): readonly IncompleteEvaluation[] {
  const label = stageLabel(stage, model);
  const all = [...(summary === null ? [] : [{ name: label, summary }])];
  for (const each of extra) all.push({ name: `${label} at ${each.temperature}`, summary: each });
  return all.flatMap(({ name, summary: { episodes } }) => {
    const { measured, expected } = episodes;
    if (measured >= expected) return [];
    return [{ stage: name, measured, expected, remedy: 'the same command goes on with it' as const }];
  });
}

/**
 * Measures at another temperature, which is part of their names. Without the greedy episode, which has no
 * temperature.
 */
function measuresAt(summary: RunSummary): TrainingStage['measures'] {
  const measures = Object.entries(measuresOf({ ...summary, greedy: null }));
  return Object.fromEntries(measures.map(([name, measure]) => [`${name} at ${summary.temperature}`, measure]));
}

function measuresOf({ pass_at_1, greedy, at_k }: RunSummary): TrainingStage['measures'] {
  // With one try per problem, pass@1 is enough.
  const last = at_k.findLast(({ k }) => k > 1);
  const known: readonly (readonly [string, Estimate | null | undefined])[] = [
    ['pass@1', pass_at_1],
    [`pass@${last?.k}`, last?.any],
    [`pass^${last?.k}`, last?.every],
    ['greedy', greedy],
  ];
  const given = known.flatMap(([name, estimate]) =>
    estimate == null ? [] : [[name, { value: estimate.value, interval: estimate.interval }] as const],
  );
  return Object.fromEntries(given);
}
