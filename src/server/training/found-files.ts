import { readdir, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { SUMMARY_FILE } from '../../training/summary.ts';

export interface FoundFile {
  readonly path: string;
  /** The folder it is in, and the name of that folder where it is one of several; empty for the named folder itself. */
  readonly folder: string;
  readonly name: string;
  readonly bytes: number;
  /** Changes whenever another file, or another version of it, is there. */
  readonly version: string;
  readonly written: number;
}

/** More runs than anybody keeps in one folder; a wrong folder must not be walked through at every look. */
const MOST_RUNS = 500;

/** Files of these names in a folder and in the folders directly inside, the newest first. */
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

/** The summary in the folder of a run, or the newest of those in a folder of runs. */
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
    // Not there, or not to be looked at: to everybody else that is the same.
    return undefined;
  }
}
