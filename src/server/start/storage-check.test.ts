import { rmSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { Fault } from '../../fault/fault.ts';
import { FileBlobs } from '../../store/blobs.ts';
import { makeTemporaryFolder } from '../../store/files.ts';
import { checkBlobs, checkFolder } from './storage-check.ts';

describe('the check of the storage', () => {
  let folder: string;
  beforeEach(() => {
    folder = makeTemporaryFolder('assay-storage-check');
  });
  afterEach(() => rmSync(folder, { recursive: true, force: true }));

  it('the storage check passes when there is space', async () => {
    await expect(checkFolder({ folder, minimumFreeBytes: 1 })).resolves.toBeUndefined();
    await expect(checkBlobs(new FileBlobs(join(folder, 'blobs')))).resolves.toBeUndefined();
  });

  it('the storage check fails when too little space is left', async () => {
    const check = checkFolder({ folder, minimumFreeBytes: 1_000, freeBytes: () => 999 });
    await expect(check).rejects.toMatchObject({ code: 'STORAGE_FULL' });
  });

  it('the storage check fails when the folder or the blobs cannot be written', async () => {
    const nowhere = checkFolder({ folder: join(folder, 'missing'), minimumFreeBytes: 1 });
    await expect(nowhere).rejects.toSatisfy(Fault.isInstance);
    const full = async () => {
      throw new Fault('STORAGE_FULL', { message: 'No space left.', remedy: 'Free some.' });
    };
    await expect(checkBlobs({ put: full })).rejects.toMatchObject({ code: 'STORAGE_FULL' });
  });
});
