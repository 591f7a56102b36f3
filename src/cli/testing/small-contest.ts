import { existsSync, renameSync } from 'node:fs';
import { join } from 'node:path';
import { RUN_FOLDER } from '../../testing/share-run-folder.ts';

/** The smallest demonstration that has everything: two races, a new champion, released code, and failures of each kind. */
export const SMALL_SIZES = {
  products: 2_000,
  suite: 4,
  bank: 16,
  race: 4,
  creditDollars: 0.3,
  runs: 2,
  workers: 2,
  wallMilliseconds: 300_000,
  tries: 3,
};

/** Keeps the folder of a finished demonstration for the other tests of this run. Its arena must be stopped. */
export function keepContest(folder: string): void {
  const kept = keptFolder();
  // There is one already when a watched test runs again.
  if (kept !== undefined && !existsSync(kept)) renameSync(folder, kept);
}

/** Moves the folder of a demonstration that a test kept to `folder`, an empty one, so that it can be opened there. */
export function takeContest(folder: string): void {
  const kept = keptFolder();
  if (kept !== undefined && existsSync(kept)) renameSync(kept, folder);
}

function keptFolder(): string | undefined {
  const run = process.env[RUN_FOLDER];
  return run === undefined ? undefined : join(run, 'contest');
}
