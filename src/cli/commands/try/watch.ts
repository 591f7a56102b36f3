import { createHash } from 'node:crypto';
import { on } from 'node:events';
import { readFileSync, watch } from 'node:fs';
import { basename, dirname } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';

/** Editors write a file in several steps; content that is unchanged after this time counts as saved. */
const SETTLED_MILLISECONDS = 100;

/** Hash of a file's content; `undefined` if there is no such file. */
export function contentHash(path: string): string | undefined {
  try {
    return createHash('sha256').update(readFileSync(path)).digest('hex');
  } catch {
    // An editor that replaces the file has removed the old one; another event follows with the new one.
    return undefined;
  }
}

/**
 * Waits until the content of a file changes.
 *
 * @returns Whether it changed; `false` when the signal fired first.
 */
export async function untilChanged(path: string, before: string | undefined, signal: AbortSignal): Promise<boolean> {
  // Watches the folder, not the file: when an editor replaces the file, a watch would stay on the old one.
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
