/** Runs of a model over a suite, resumable. */
export { beginRun, type RunStart } from './run/begin-run.ts';
export type { EpisodeMode } from './run/episode-key.ts';
export { type EvaluationResult, evaluate } from './run/evaluate.ts';
export { readJournal, transcriptsPath } from './run/journal.ts';
export { PolicyEndpoint } from './run/policy-endpoint.ts';
export { hasRun, type RunRecord, readRun } from './run/run-record.ts';
