import { mkdirSync } from 'node:fs';
import { dirname, resolve } from 'node:path';
import { storageFault } from '../store/storage-fault.ts';
import { syncToDisk } from '../store/sync-to-disk.ts';

/** Makes a folder and those it lies in; their names are on disk when this returns, as what is put there must be. */
export function makeFolder(folder: string): void {
  const path = resolve(folder);
  try {
    const first = mkdirSync(path, { recursive: true });
    if (first === undefined) return;
    for (let made = path; made.length >= first.length; made = dirname(made)) syncToDisk(dirname(made));
  } catch (error) {
    throw storageFault(error, `making ${folder}`);
  }
}
