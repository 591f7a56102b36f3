import { readdir, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { SUMMARY_FILE } from '../../training/summary.ts';

export interface FoundSummary {
  readonly path: string;
  readonly bytes: number;
  /** Changes whenever another file, or another version of it, is the newest. */
  readonly version: string;
  readonly written: number;
}

/** More runs than anybody keeps in one folder; a wrong folder must not be walked through at every look. */
const MOST_RUNS = 500;

/** The summary in the folder of a run, or the newest of those in a folder of runs. */
export async function newestSummary(folder: string): Promise<FoundSummary | undefined> {
  const own = await summaryIn(folder);
  if (own !== undefined) return own;
  const inside = await readdir(folder, { withFileTypes: true }).catch(() => []);
  const runs = inside.filter((entry) => !entry.isFile()).slice(0, MOST_RUNS);
  const found = await Promise.all(runs.map(({ name }) => summaryIn(join(folder, name))));
  return found
    .filter((each) => each !== undefined)
    .sort((one, other) => other.written - one.written || (other.path < one.path ? -1 : 1))[0];
}

async function summaryIn(folder: string): Promise<FoundSummary | undefined> {
  const path = join(folder, SUMMARY_FILE);
  try {
    const { size, mtimeMs, ino } = await stat(path);
    return { path, bytes: size, version: `${path} ${ino} ${size} ${mtimeMs}`, written: mtimeMs };
  } catch {
    // Not there, or not to be looked at: to everybody else that is the same.
    return undefined;
  }
}
