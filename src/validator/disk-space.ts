import { statfsSync } from 'node:fs';
import { makePrivateFolder, storageFault } from '../store/files.ts';

export interface DiskSpace {
  readonly freeBytes: number;
  readonly usedPercent: number;
}

/** Disk space that this user may still write on the disk of a folder. */
export function diskSpace(folder: string): DiskSpace {
  makePrivateFolder(folder);
  try {
    const { bavail, blocks, bsize } = statfsSync(folder);
    const usedPercent = blocks === 0 ? 0 : (1 - bavail / blocks) * 100;
    return { freeBytes: bavail * bsize, usedPercent: Math.min(100, Math.max(0, usedPercent)) };
  } catch (error) {
    throw storageFault(error, `looking at ${folder}`);
  }
}
