import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { z } from 'zod';
import {
  evaluationReport,
  loadMeasuredRun,
  type MeasuredRun,
  reportPages,
  summariseRun,
} from '../../evaluation/report.ts';
import { hasRun } from '../../evaluation/run.ts';
import { replaceFile } from '../../store/files.ts';
import { STAGES, STARTS } from '../recipe/stage.ts';
import { readMark } from '../run/finished-mark.ts';
import { sayTrainedOn } from '../run/rows-origin.ts';
import { keptTraining } from '../run/train-stage.ts';
import type { TrainingContext } from '../run/training-context.ts';
import { stageCurves } from './stage-curves.ts';
import { type MeasuredStage, summariseTraining } from './summarise-training.ts';
import { type NotRun, SUMMARY_FILE, type TrainingSummary, trainingSummarySchema } from './training-summary.ts';

/** Writes `summary.json` and the report of what there is so far; called whenever a stage is through, and at the end. */
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
    return [{ stage, ended, summary: run === undefined ? null : summariseRun(run) }];
  });
  const summary = trainingSummarySchema.parse(
    summariseTraining({
      recipe,
      corpus: { name: sayTrainedOn(context), simulated: inputs.corpus.simulated },
      suite: { name: suites.dev.name, problems: suites.dev.problems.length },
      stages,
      curves: STAGES.flatMap((stage) => stageCurves(stage, folder.stage(stage).train)),
      ablations: readMark(folder.ablations, ablationsSchema) ?? [],
      notRun,
      trainedAt: new Date().toISOString(),
    }),
  );
  await write(folder.root, SUMMARY_FILE, `${JSON.stringify(summary, null, 2)}\n`);
  if (runs.size > 0) {
    const report = evaluationReport([...runs.values()], plan);
    const { html, markdown } = reportPages(report);
    await write(folder.report, 'report.html', html);
    await write(folder.report, 'report.md', markdown);
    await write(folder.report, 'report.json', `${JSON.stringify(report, null, 2)}\n`);
  }
  return summary;
}

const ablationsSchema = z.array(trainingSummarySchema.shape.ablations.element);

async function write(folder: string, name: string, text: string): Promise<void> {
  await replaceFile(join(folder, name), async (aside) => writeFileSync(aside, text));
}
