import { readdir, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { SUMMARY_FILE } from '../../training/summary.ts';

export interface FoundFile {
  readonly path: string;
  /**
   * Its folder, and the name of that folder if it is one of several; the name is empty for the configured folder
   * itself.
   */
  readonly folder: string;
  readonly name: string;
  readonly bytes: number;
  /** Changes when the file is replaced or modified. */
  readonly version: string;
  readonly written: number;
}

/** More runs than a folder normally has; a wrong folder must not be scanned completely on every request. */
const MOST_RUNS = 500;

/** Files with these names in a folder and its direct subfolders, newest first. */
export async function foundFiles(folder: string, names: readonly string[]): Promise<readonly FoundFile[]> {
  const inside = await readdir(folder, { withFileTypes: true }).catch(() => []);
  const runs = inside.filter((entry) => !entry.isFile()).slice(0, MOST_RUNS);
  const places = [{ place: folder, name: '' }, ...runs.map(({ name }) => ({ place: join(folder, name), name }))];
  const found = await Promise.all(
    places.flatMap(({ place, name }) => names.map((file) => foundFile(place, name, file))),
  );
  return found
    .filter((each) => each !== undefined)
    .sort((one, other) => other.written - one.written || (other.path < one.path ? -1 : 1));
}

/** The summary in the folder of a run, or the newest summary in a folder of runs. */
export async function newestSummary(folder: string): Promise<FoundFile | undefined> {
  const own = await foundFile(folder, '', SUMMARY_FILE);
  return own ?? (await foundFiles(folder, [SUMMARY_FILE]))[0];
}

async function foundFile(folder: string, name: string, file: string): Promise<FoundFile | undefined> {
  const path = join(folder, file);
  try {
    const { size, mtimeMs, ino } = await stat(path);
    return { path, folder, name, bytes: size, version: `${path} ${ino} ${size} ${mtimeMs}`, written: mtimeMs };
  } catch {
    // Missing or not accessible: for callers that is the same.
    return undefined;
  }
}
