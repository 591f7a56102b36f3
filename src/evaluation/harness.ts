/** The harness: one episode of a model on a problem. */
export type { Episode } from './harness/episode.ts';
export { CALL_FORMS, type CallForm, type Harness, type HarnessSize, harnessOf } from './harness/harness.ts';
export { LiveEpisode } from './harness/live-episode.ts';
export { type MadeCall, readTurn } from './harness/read-turn.ts';
export { runEpisode } from './harness/run-episode.ts';
export { DEFAULT_MAX_OBSERVATION, LEAST_MAX_OBSERVATION, shortenObservation } from './harness/shorten-observation.ts';
