import { chmodSync, existsSync, mkdirSync, statSync } from 'node:fs';
import { dirname, resolve } from 'node:path';
import { PRIVATE_FOLDER } from './file-mode.ts';
import { storageFault, systemErrorCode } from './storage-fault.ts';
import { syncToDisk } from './sync-to-disk.ts';

/**
 * Creates a folder and its parents; their names are on disk when this returns, because the files put there must be
 * durable. Node's recursive `mkdir` never returns where a file system reports an existing folder as missing, as `/proc`
 * does; here every level is tried once. New levels are private to their owner unless `mode` says otherwise; existing
 * ones keep their permissions.
 */
export function makeFolder(folder: string, mode: number = PRIVATE_FOLDER): void {
  const missing: string[] = [];
  for (let place = resolve(folder); !existsSync(place) && dirname(place) !== place; place = dirname(place))
    missing.unshift(place);
  try {
    // The path may exist as a file; `mkdirSync` then throws the right error.
    if (missing.length === 0 && !isFolder(folder)) mkdirSync(folder, mode);
    for (const place of missing) {
      makeLevel(place, mode);
      syncNames(dirname(place));
    }
  } catch (error) {
    throw storageFault(error, `making ${folder}`);
  }
}

/**
 * Like `makeFolder`, and also removes the access of others to an existing folder, as after an upgrade or with a loose
 * umask.
 */
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
    // Another process may have created it meanwhile.
    if (systemErrorCode(error) !== 'EEXIST' || !isFolder(place)) throw error;
  }
}

/** A folder that is writable but not readable cannot be opened to sync it; what was created in it exists anyway. */
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
