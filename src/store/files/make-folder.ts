import { existsSync, mkdirSync, statSync } from 'node:fs';
import { dirname, resolve } from 'node:path';
import { storageFault, systemErrorCode } from './storage-fault.ts';
import { syncToDisk } from './sync-to-disk.ts';

/**
 * A folder with all that it lies in; their names are on disk when this returns, as what is put there must be. Node's own
 * recursive call begins again for ever where a file system says of a folder that is there that it is missing, as `/proc`
 * does; here every level is tried once.
 */
export function makeFolder(folder: string): void {
  const missing: string[] = [];
  for (let place = resolve(folder); !existsSync(place) && dirname(place) !== place; place = dirname(place))
    missing.unshift(place);
  try {
    // One that is there may still be a file, which making it says.
    if (missing.length === 0 && !isFolder(folder)) mkdirSync(folder);
    for (const place of missing) {
      makeLevel(place);
      syncNames(dirname(place));
    }
  } catch (error) {
    throw storageFault(error, `making ${folder}`);
  }
}

function makeLevel(place: string): void {
  try {
    mkdirSync(place);
  } catch (error) {
    // Somebody else may have made it meanwhile.
    if (systemErrorCode(error) !== 'EEXIST' || !isFolder(place)) throw error;
  }
}

/** A folder that may be written and not read cannot be opened to wait for it; what is made in it is there all the same. */
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
