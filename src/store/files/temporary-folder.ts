import { mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { isAlive, PROCESS_NAMESPACE } from './process-identity.ts';

/** Creates a folder whose name identifies this process, so that it can be removed if this process is killed. */
export function makeTemporaryFolder(kind: string, parent = tmpdir()): string {
  return mkdtempSync(join(parent, `${kind}-${PROCESS_NAMESPACE}-${process.pid}-`));
}

/** Removes folders of this kind left by processes that are no longer running. */
export function sweepTemporaryFolders(kind: string, parent = tmpdir()): void {
  const prefix = `${kind}-${PROCESS_NAMESPACE}-`;
  for (const name of readdirSync(parent)) {
    if (!name.startsWith(prefix) || isAlive(Number(name.slice(prefix.length).split('-')[0]))) continue;
    try {
      rmSync(join(parent, name), { recursive: true, force: true });
    } catch {
      // Owned by another user, or just being removed by another process.
    }
  }
}
