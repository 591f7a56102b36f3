/** Training runs. */
export { writeMark } from './run/finished-mark.ts';
export { measureRun } from './run/measure-run.ts';
export { openRolloutHarness } from './run/rollout-harness.ts';
export { RunFolder } from './run/run-folder.ts';
export { readInputs, requireSameSources, runSources } from './run/run-inputs.ts';
export { trainRun } from './run/train-run.ts';
export { openMarket, openSuites } from './run/training-suites.ts';
export type { RunEvent, TrainingActivity } from './run/watch-training.ts';
