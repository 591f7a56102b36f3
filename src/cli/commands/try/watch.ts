import { createHash } from 'node:crypto';
import { on } from 'node:events';
import { readFileSync, watch } from 'node:fs';
import { basename, dirname } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';

/** Editors write a file in several steps; what is the same after this long is taken as saved. */
const SETTLED_MILLISECONDS = 100;

/** What a file holds, as a hash; `undefined` while there is no such file. */
export function contentHash(path: string): string | undefined {
  try {
    return createHash('sha256').update(readFileSync(path)).digest('hex');
  } catch {
    // An editor that replaces the file has removed the old one; the next event comes with the new one.
    return undefined;
  }
}

/**
 * Waits until a file holds something else.
 *
 * @returns Whether it does; `false` when the signal fired before.
 */
export async function untilChanged(path: string, before: string | undefined, signal: AbortSignal): Promise<boolean> {
  // The folder and not the file: editors that replace a file leave a watch on the old one behind.
  const watcher = watch(dirname(path));
  const events = on(watcher, 'change', { signal });
  try {
    if (await isChanged(path, before)) return true;
    for await (const [, filename] of events) {
      if (filename !== null && filename !== basename(path)) continue;
      if (await isChanged(path, before)) return true;
    }
    return false;
  } catch (error) {
    if (signal.aborted) return false;
    throw error;
  } finally {
    watcher.close();
  }
}

async function isChanged(path: string, before: string | undefined): Promise<boolean> {
  let now = contentHash(path);
  for (;;) {
    if (now === undefined || now === before) return false;
    await pause(SETTLED_MILLISECONDS);
    const later = contentHash(path);
    if (later === now) return true;
    now = later;
  }
}
