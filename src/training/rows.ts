/** Training rows. */
export { readEpisodes } from './rows/episode-trace.ts';
export { requireTrainable } from './rows/require-trainable.ts';
export { type TaughtEpisode, teacherCalls } from './rows/teacher-calls.ts';
export type { SftRow } from './rows/training-row.ts';
export { readWrittenRows, writeRows } from './rows/write-rows.ts';
