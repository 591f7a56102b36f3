import { join } from 'node:path';
import { z } from 'zod';
import { loadMeasuredRun, type MeasuredRun, summariseRun } from '../../evaluation/report.ts';
import { hasRun } from '../../evaluation/run.ts';
import { STAGES, STARTS, type Start } from '../recipe/stage.ts';
import { extraTemperatures } from '../run/extra-temperatures.ts';
import { readMark } from '../run/finished-mark.ts';
import { describeTrainedOn } from '../run/rows-origin.ts';
import { keptTraining } from '../run/train-stage.ts';
import type { TrainingContext } from '../run/training-context.ts';
import { stageCurves } from './stage-curves.ts';
import { type MeasuredStage, summariseTraining } from './summarise-training.ts';
import { type NotRun, SUMMARY_FILE, type TrainingSummary, trainingSummarySchema } from './training-summary.ts';
import { writeReport, writeShared } from './write-report.ts';

/** Writes `summary.json` and the report of the results so far. Called after every stage and at the end. */
export async function writeSummary(context: TrainingContext, notRun: readonly NotRun[]): Promise<TrainingSummary> {
  const { recipe, inputs, folder, suites, plan } = context;
  const runs = new Map<string, MeasuredRun>();
  for (const stage of STARTS) {
    const at = folder.stage(stage).evaluation;
    if (hasRun(at)) runs.set(stage, loadMeasuredRun(at));
  }
  const stages = STARTS.flatMap((stage): MeasuredStage[] => {
    const run = runs.get(stage);
    const training = stage === 'base' ? undefined : keptTraining(context, stage);
    if (stage !== 'base' && training === undefined) return [];
    const ended = training === undefined ? null : (training.stopped ?? ('done' as const));
    const extra = extraRuns(context, stage).map(summariseRun);
    return [{ stage, ended, summary: run === undefined ? null : summariseRun(run), extra }];
  });
  const summary = trainingSummarySchema.parse(
    summariseTraining({
      recipe,
      corpus: { name: describeTrainedOn(context), simulated: inputs.corpus.simulated },
      suite: { name: suites.dev.name, problems: suites.dev.problems.length },
      stages,
      curves: STAGES.flatMap((stage) => stageCurves(stage, folder.stage(stage).train)),
      ablations: readMark(folder.ablations, ablationsSchema) ?? [],
      notRun,
      trainedAt: new Date().toISOString(),
    }),
  );
  await writeShared(folder.root, SUMMARY_FILE, `${JSON.stringify(summary, null, 2)}\n`);
  await writeReport(folder.report, [...runs.values()], plan);
  for (const temperature of extraTemperatures(recipe)) {
    const measured = STARTS.flatMap((stage) => extraRuns(context, stage, [temperature]));
    await writeReport(join(folder.report, `at-${temperature}`), measured, null);
  }
  return summary;
}

function extraRuns(
  { recipe, folder }: TrainingContext,
  stage: Start,
  temperatures: readonly number[] = extraTemperatures(recipe),
): readonly MeasuredRun[] {
  const places = temperatures.map((each) => folder.stage(stage).evaluationAt(each));
  return places.filter(hasRun).map((place) => loadMeasuredRun(place));
}

const ablationsSchema = z.array(trainingSummarySchema.shape.ablations.element);
