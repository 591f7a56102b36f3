import { closeSync, fsyncSync, mkdirSync, openSync, readdirSync, renameSync, rmSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';
import { storageFault } from './storage-fault.ts';

/**
 * Puts a new file in the place of an old one so that at every moment, a crash and a full disk included, the path holds
 * either the whole old file or the whole new one. `write` gets a path aside, on the same file system, and may put
 * scratch files next to it under names that begin with it; all of them are gone afterwards.
 */
export async function replaceFile<T>(path: string, write: (asidePath: string) => Promise<T>): Promise<T> {
  const folder = dirname(path);
  const doing = `writing ${path}`;
  try {
    mkdirSync(folder, { recursive: true });
    removeLeftovers(path);
  } catch (error) {
    throw storageFault(error, doing);
  }
  const aside = join(folder, `${asidePrefix(path)}${process.pid}`);
  try {
    const result = await write(aside);
    syncToDisk(aside);
    renameSync(aside, path);
    syncToDisk(folder);
    return result;
  } catch (error) {
    throw storageFault(error, doing);
  } finally {
    removeOwn(aside);
  }
}

function asidePrefix(path: string): string {
  return `.${basename(path)}.aside-`;
}

function syncToDisk(path: string): void {
  const file = openSync(path, 'r');
  try {
    fsyncSync(file);
  } finally {
    closeSync(file);
  }
}

/** What a crashed writer left behind. A writer that is still alive keeps its files. */
function removeLeftovers(path: string): void {
  const prefix = asidePrefix(path);
  for (const name of readdirSync(dirname(path))) {
    if (!name.startsWith(prefix)) continue;
    const processId = Number.parseInt(name.slice(prefix.length), 10);
    if (!isAlive(processId)) rmSync(join(dirname(path), name), { force: true });
  }
}

function removeOwn(aside: string): void {
  const own = basename(aside);
  for (const name of readdirSync(dirname(aside))) {
    if (name === own || name.startsWith(`${own}.`)) rmSync(join(dirname(aside), name), { force: true });
  }
}

function isAlive(processId: number): boolean {
  if (!Number.isInteger(processId) || processId === process.pid) return processId === process.pid;
  try {
    process.kill(processId, 0);
    return true;
  } catch (error) {
    return error instanceof Error && 'code' in error && error.code === 'EPERM';
  }
}
