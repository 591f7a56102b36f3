import { rmSync, statfsSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { Fault } from '../../fault/fault.ts';
import type { Blobs } from '../../store/blobs.ts';
import { storageFault } from '../../store/files.ts';

/** Always the same few bytes, so that the blob store does not grow. */
const PROBE = Buffer.from('assay health check\n');

export async function checkBlobs(blobs: Pick<Blobs, 'put'>): Promise<void> {
  await blobs.put(PROBE);
}

export interface CheckedFolder {
  readonly folder: string;
  readonly minimumFreeBytes: number;
  /** Bytes that this user may still write; by default on the disk of the folder. */
  readonly freeBytes?: (folder: string) => number;
}

/** Writes a file to the data folder and checks the free space. */
export async function checkFolder({ folder, minimumFreeBytes, freeBytes = freeBytesOf }: CheckedFolder): Promise<void> {
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
  if (free >= minimumFreeBytes) return;
  throw new Fault('STORAGE_FULL', {
    message: `${free} bytes are free in ${folder}; minimumFreeBytes is ${minimumFreeBytes}.`,
    remedy: 'Free space on this disk, or lower minimumFreeBytes in arena.json.',
  });
}

function freeBytesOf(folder: string): number {
  const { bavail, bsize } = statfsSync(folder);
  return bavail * bsize;
}
