import { chmodSync, existsSync, mkdirSync, statSync } from 'node:fs';
import { dirname, resolve } from 'node:path';
import { PRIVATE_FOLDER } from './file-mode.ts';
import { storageFault, systemErrorCode } from './storage-fault.ts';
import { syncToDisk } from './sync-to-disk.ts';

/**
 * A folder with all that it lies in; their names are on disk when this returns, as what is put there must be. Node's own
 * recursive call never ends where a file system says that an existing folder is missing, as `/proc`
 * does; here every level is tried once. New levels are for their owner only unless `mode` says otherwise; existing ones keep their permissions.
 */
export function makeFolder(folder: string, mode: number = PRIVATE_FOLDER): void {
  const missing: string[] = [];
  for (let place = resolve(folder); !existsSync(place) && dirname(place) !== place; place = dirname(place))
    missing.unshift(place);
  try {
    // One that is there may still be a file, which making it says.
    if (missing.length === 0 && !isFolder(folder)) mkdirSync(folder, mode);
    for (const place of missing) {
      makeLevel(place, mode);
      syncNames(dirname(place));
    }
  } catch (error) {
    throw storageFault(error, `making ${folder}`);
  }
}

/** The same, and takes away what others may do in a folder that was there, as after an upgrade or a loose umask. */
export function makePrivateFolder(folder: string): void {
  makeFolder(folder);
  try {
    const { mode, uid } = statSync(folder);
    if ((mode & 0o077) !== 0 && uid === process.getuid?.()) chmodSync(folder, PRIVATE_FOLDER);
  } catch (error) {
    throw storageFault(error, `restricting ${folder} to its owner`);
  }
}

function makeLevel(place: string, mode: number): void {
  try {
    mkdirSync(place, mode);
  } catch (error) {
    // Another process may have made it meanwhile.
    if (systemErrorCode(error) !== 'EEXIST' || !isFolder(place)) throw error;
  }
}

/** A folder that may be written and not read cannot be opened to sync it; what is made in it exists anyway. */
function syncNames(folder: string): void {
  try {
    syncToDisk(folder);
  } catch (error) {
    if (systemErrorCode(error) !== 'EACCES') throw error;
  }
}

function isFolder(path: string): boolean {
  return statSync(path, { throwIfNoEntry: false })?.isDirectory() === true;
}
