import { existsSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { scaled } from '../../testing/scaled.ts';
import { RUN_FOLDER } from '../../testing/share-run-folder.ts';

/** Maximum duration of a demo. */
const LONGEST_MILLISECONDS = 240_000;

/** The smallest demo that has everything: two races, a new champion, released code, and failures of each kind. */
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

/** Marks that a demo is running and will be kept. Tests that need one wait for it instead of running another. */
export function announceContest(): void {
  const announced = inRunFolder('contest-announced');
  if (announced !== undefined) writeFileSync(announced, '');
}

/** Releases the waiting tests, whether the demo was kept or failed. */
export function endAnnouncement(): void {
  const announced = inRunFolder('contest-announced');
  if (announced !== undefined) rmSync(announced, { force: true });
}

/** Keeps the folder of a finished demo for the other tests of this run. Its arena must be stopped. */
export function keepContest(folder: string): void {
  const kept = inRunFolder('contest');
  // It exists already when a watched test runs again.
  if (kept !== undefined && !existsSync(kept)) renameSync(folder, kept);
}

/** Moves the folder of a demo that a test kept, or is about to keep, to the empty `folder`, to be opened there. */
export async function takeContest(folder: string): Promise<void> {
  const [announced, kept] = [inRunFolder('contest-announced'), inRunFolder('contest')];
  if (announced === undefined || kept === undefined) return;
  // A killed worker never ends its announcement.
  const deadline = performance.now() + scaled(LONGEST_MILLISECONDS);
  while (existsSync(announced) && performance.now() < deadline) await sleep(200);
  if (existsSync(kept)) renameSync(kept, folder);
}

function inRunFolder(name: string): string | undefined {
  const run = process.env[RUN_FOLDER];
  return run === undefined ? undefined : join(run, name);
}
