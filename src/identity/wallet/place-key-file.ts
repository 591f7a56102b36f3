import { randomBytes } from 'node:crypto';
import { closeSync, fsyncSync, linkSync, mkdirSync, openSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join, resolve } from 'node:path';
import { storageFault, syncToDisk, systemErrorCode } from '../../store/files.ts';

const FOLDER_MODE = 0o700;
const FILE_MODE = 0o600;

/**
 * Writes a key file only if there is none; returns `false` if one exists, which is kept. A hard link appears complete
 * and never replaces a file. So of two concurrent callers one wins, and a crash or a full disk never leaves half a
 * file.
 */
export function placeKeyFile(path: string, text: string): boolean {
  const folder = resolve(dirname(path));
  const aside = join(folder, `.${randomBytes(8).toString('hex')}`);
  try {
    const firstMade = mkdirSync(folder, { recursive: true, mode: FOLDER_MODE });
    const file = openSync(aside, 'wx', FILE_MODE);
    try {
      writeFileSync(file, text);
      fsyncSync(file);
    } finally {
      closeSync(file);
    }
    const placed = linkOnce(aside, path);
    syncToDisk(folder);
    const first = firstMade?.length ?? Number.POSITIVE_INFINITY;
    for (let made = folder; made.length >= first; made = dirname(made)) syncToDisk(dirname(made));
    return placed;
  } catch (error) {
    throw storageFault(error, `writing ${path}`);
  } finally {
    rmSync(aside, { force: true });
  }
}

function linkOnce(aside: string, path: string): boolean {
  try {
    linkSync(aside, path);
    return true;
  } catch (error) {
    if (systemErrorCode(error) !== 'EEXIST') throw error;
    return false;
  }
}
