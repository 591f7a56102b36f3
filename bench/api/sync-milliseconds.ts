import { closeSync, fsyncSync, openSync, rmSync, writeSync } from 'node:fs';
import { join } from 'node:path';

const WRITES = 200;
const PAGE = Buffer.alloc(4_096);

/** How long the disk takes to sync one page: every commit of either engine waits for at least one sync. */
export function syncMilliseconds(folder: string): number[] {
  const path = join(folder, 'sync');
  const file = openSync(path, 'w');
  try {
    return Array.from({ length: WRITES }, () => {
      const started = performance.now();
      writeSync(file, PAGE);
      fsyncSync(file);
      return performance.now() - started;
    });
  } finally {
    closeSync(file);
    rmSync(path);
  }
}
