/** Training rows. */
export { chosenSuccesses } from './rows/chosen-successes.ts';
export { type EpisodeTrace, readEpisodes, rowMessages } from './rows/episode-trace.ts';
export { requireTrainable } from './rows/require-trainable.ts';
export { sftRow } from './rows/sft-rows.ts';
export { type TaughtEpisode, teacherCalls } from './rows/teacher-calls.ts';
export type { SftRow } from './rows/training-row.ts';
export { readWrittenRows, writeRows } from './rows/write-rows.ts';
