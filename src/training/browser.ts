/** The training summary for the dashboard. */
export type { ArmsDocument } from './ablation/arms-document.ts';
export { thinned } from './summary/thinned.ts';
export {
  type TrainingRun,
  type TrainingRuns,
  trainingRunSchema,
  trainingRunsSchema,
  trainingSamplesSchema,
} from './summary/training-runs.ts';
