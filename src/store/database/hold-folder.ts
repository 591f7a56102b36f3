import { closeSync, openSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { Fault } from '../../fault/fault.ts';
import { PRIVATE_FILE } from '../files/file-mode.ts';
import { makePrivateFolder } from '../files/make-folder.ts';
import { storageFault } from '../files/storage-fault.ts';
import { parseDatabaseUrl } from './database-address.ts';
import { isBusy, sqliteFault } from './sqlite-fault.ts';

const FILE = 'serving.lock';

/**
 * Reserves a data folder for one server; returns the release function. Two servers on one SQLite file would each count
 * rate limits, cache answers and open races separately. On PostgreSQL several servers are allowed, so nothing is
 * reserved.
 *
 * Uses SQLite's own lock, on a separate file: the kernel drops it with the process, so a killed server leaves nothing
 * behind, and it works between containers that share the folder.
 */
export function holdFolder(folder: string, databaseUrl: string | undefined): () => void {
  if (parseDatabaseUrl(databaseUrl).engine !== 'sqlite') return () => {};
  const path = join(resolve(folder), FILE);
  makePrivateFolder(folder);
  try {
    closeSync(openSync(path, 'a', PRIVATE_FILE));
  } catch (error) {
    throw storageFault(error, `making ${path}`);
  }
  let lock: DatabaseSync | undefined;
  try {
    lock = new DatabaseSync(path, { timeout: 0 });
    lock.exec('begin exclusive');
  } catch (error) {
    lock?.close();
    throw isBusy(error) ? inUse(folder, error) : sqliteFault(error, path);
  }
  const held = lock;
  return () => held.close();
}

function inUse(folder: string, cause: unknown): Fault {
  return new Fault('FOLDER_IN_USE', { message: `Another server is running on the folder ${folder}.`, cause });
}
