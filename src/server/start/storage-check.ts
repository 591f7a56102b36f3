import { rmSync, statfsSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { Fault } from '../../fault/fault.ts';
import type { Blobs } from '../../store/blobs.ts';
import { storageFault } from '../../store/files.ts';

export interface CheckedStorage {
  readonly folder: string;
  readonly blobs: Pick<Blobs, 'put'>;
  readonly minimumFreeBytes: number;
  /** As much as this user may still write; by default of the disk that the folder is on. */
  readonly freeBytes?: (folder: string) => number;
}

/** Always the same few bytes, so that blobs do not grow. */
const PROBE = Buffer.from('assay health check\n');
/** `/health/deep` is public, so that a flood of requests must not become a flood of writes. */
const EVERY_MILLISECONDS = 1_000;

/** Writes to the data folder and the blobs, once a second at most, and looks at the free space. */
export function storageCheck(storage: CheckedStorage): () => Promise<void> {
  let newest: { readonly at: number; readonly result: Promise<void> } | undefined;
  return async () => {
    const now = performance.now();
    if (newest === undefined || now - newest.at >= EVERY_MILLISECONDS) newest = { at: now, result: check(storage) };
    await newest.result;
  };
}

async function check({ folder, blobs, minimumFreeBytes, freeBytes = freeBytesOf }: CheckedStorage): Promise<void> {
  const probe = join(folder, `.health-${process.pid}`);
  let free: number;
  try {
    free = freeBytes(folder);
    writeFileSync(probe, PROBE, { mode: 0o600 });
  } catch (error) {
    throw storageFault(error, `writing ${probe}`);
  } finally {
    rmSync(probe, { force: true });
  }
  await blobs.put(PROBE);
  if (free >= minimumFreeBytes) return;
  throw new Fault('STORAGE_FULL', {
    message: `${free} bytes are free in ${folder}; ${minimumFreeBytes} are the least.`,
    remedy: 'Free space on this disk, or lower minimumFreeBytes in arena.json.',
  });
}

function freeBytesOf(folder: string): number {
  const { bavail, bsize } = statfsSync(folder);
  return bavail * bsize;
}
