/** Summaries of training runs. */
export { ARMS_FILES, armsDocumentSchema } from './ablation/arms-document.ts';
export { thinned } from './summary/thinned.ts';
export {
  type TrainingRun,
  type TrainingRuns,
  type TrainingSamples,
  trainingRunSchema,
  trainingRunsSchema,
  trainingSamplesSchema,
} from './summary/training-runs.ts';
export {
  type NotRun,
  SUMMARY_FILE,
  type TrainingAblation,
  type TrainingStage,
  type TrainingSummary,
  trainingSummarySchema,
} from './summary/training-summary.ts';
