/** Summaries of training runs. */
export { thinned } from './summary/thinned.ts';
export {
  type IncompleteEvaluation,
  type NotRun,
  SUMMARY_FILE,
  type TrainingAblation,
  type TrainingCurve,
  type TrainingStage,
  type TrainingSummary,
  trainingSummarySchema,
} from './summary/training-summary.ts';
