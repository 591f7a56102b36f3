import { mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { isAlive, PROCESS_NAMESPACE } from './process-identity.ts';

/** A new folder that is known to be ours, so that it can be cleared away should this process be killed. */
export function makeTemporaryFolder(kind: string, parent = tmpdir()): string {
  return mkdtempSync(join(parent, `${kind}-${PROCESS_NAMESPACE}-${process.pid}-`));
}

/** Clears away what processes that are no longer there left of this kind. */
export function sweepTemporaryFolders(kind: string, parent = tmpdir()): void {
  const prefix = `${kind}-${PROCESS_NAMESPACE}-`;
  for (const name of readdirSync(parent)) {
    if (!name.startsWith(prefix) || isAlive(Number(name.slice(prefix.length).split('-')[0]))) continue;
    try {
      rmSync(join(parent, name), { recursive: true, force: true });
    } catch {
      // Another user's, or being removed by another process right now.
    }
  }
}
