import { randomBytes } from 'node:crypto';
import { chmodSync, closeSync, type Dirent, openSync, readdirSync, renameSync, rmSync, statSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';
import { PRIVATE_FILE, PRIVATE_FOLDER, SHARED_FILE, SHARED_FOLDER } from './file-mode.ts';
import { makeFolder } from './make-folder.ts';
import { isAlive, PROCESS_NAMESPACE } from './process-identity.ts';
import { storageFault } from './storage-fault.ts';
import { syncToDisk } from './sync-to-disk.ts';

/**
 * Replaces a file atomically: at any time, even after a crash or on a full disk, the path holds either the complete old
 * file or the complete new one. `write` gets a temporary path on the same file system, and may create scratch files
 * next to it whose names begin with it; all of them are removed afterwards. The temporary file already exists and is
 * empty: a file created with the user's umask could be opened by others before its permissions are set.
 */
export async function replaceFile<T>(
  path: string,
  write: (asidePath: string) => Promise<T>,
  mode: number = PRIVATE_FILE,
): Promise<T> {
  const folder = dirname(path);
  const doing = `writing ${path}`;
  const aside = join(
    folder,
    `${asidePrefix(path)}${PROCESS_NAMESPACE}-${process.pid}-${randomBytes(4).toString('hex')}`,
  );
  try {
    makeFolder(folder, mode === SHARED_FILE ? SHARED_FOLDER : PRIVATE_FOLDER);
    removeLeftovers(path);
    underWay.add(aside);
    closeSync(openSync(aside, 'wx', PRIVATE_FILE));
    const result = await write(aside);
    chmodSync(aside, mode & ~process.umask());
    syncToDisk(aside);
    renameSync(aside, path);
    syncToDisk(folder);
    return result;
  } catch (error) {
    throw storageFault(error, doing);
  } finally {
    removeOwn(aside);
    underWay.delete(aside);
  }
}

const underWay = new Set<string>();

/** Removes the temporary files this process is still writing. Call it just before the process is terminated. */
export function abandonReplacements(): void {
  for (const aside of underWay) removeOwn(aside);
}

/** Leftovers of other machines are removed once no process can still be writing them. */
const STALE_MILLISECONDS = 24 * 60 * 60 * 1000;

function asidePrefix(path: string): string {
  return `.${basename(path)}.aside-`;
}

/** Removes the files of crashed writers. A writer that is still alive keeps its files. */
function removeLeftovers(path: string): void {
  const prefix = asidePrefix(path);
  for (const name of readdirSync(dirname(path))) {
    if (!name.startsWith(prefix)) continue;
    const leftover = join(dirname(path), name);
    if (isAbandoned(leftover, name.slice(prefix.length))) rmSync(leftover, { force: true });
  }
}

const ASIDE = /^\..+\.aside-(?=[^-]+-\d+-[0-9a-f]{8}(\.|$))/;

/** Temporary files whose writers died. Without this search, one is removed only when the same path is written again. */
export function findLeftovers(folder: string, { recursive }: { readonly recursive: boolean }): readonly string[] {
  let entries: Dirent[];
  try {
    entries = readdirSync(folder, { recursive, withFileTypes: true });
  } catch (error) {
    throw storageFault(error, `looking through ${folder}`);
  }
  return entries
    .filter((entry) => entry.isFile())
    .flatMap(({ name, parentPath }) => {
      const prefix = ASIDE.exec(name)?.[0];
      const path = join(parentPath, name);
      return prefix !== undefined && isAbandoned(path, name.slice(prefix.length)) ? [path] : [];
    })
    .sort();
}

/** `writer` is the part of the name that identifies the machine and process that wrote it. */
function isAbandoned(path: string, writer: string): boolean {
  const [place, processId] = writer.split('-') as [string, string | undefined];
  return place === PROCESS_NAMESPACE ? !isAlive(Number(processId)) : isStale(path);
}

function removeOwn(aside: string): void {
  const own = basename(aside);
  let names: string[];
  try {
    names = readdirSync(dirname(aside));
  } catch {
    // The folder could not even be created; the caller is already throwing that fault.
    return;
  }
  for (const name of names) {
    if (name === own || name.startsWith(`${own}.`)) rmSync(join(dirname(aside), name), { force: true });
  }
}

function isStale(path: string): boolean {
  const status = statSync(path, { throwIfNoEntry: false });
  return status !== undefined && Date.now() - status.mtimeMs > STALE_MILLISECONDS;
}
