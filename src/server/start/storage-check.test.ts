import { rmSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { Fault } from '../../fault/fault.ts';
import { FileBlobs } from '../../store/blobs.ts';
import { makeTemporaryFolder } from '../../store/files.ts';
import { storageCheck } from './storage-check.ts';

describe('the check of the storage', () => {
  let folder: string;
  beforeEach(() => {
    folder = makeTemporaryFolder('assay-storage-check');
  });
  afterEach(() => rmSync(folder, { recursive: true, force: true }));
  const blobs = () => new FileBlobs(join(folder, 'blobs'));

  it('passes where there is space', async () => {
    await expect(storageCheck({ folder, blobs: blobs(), minimumFreeBytes: 1 })()).resolves.toBeUndefined();
  });

  it('fails when too little space is left', async () => {
    const check = storageCheck({ folder, blobs: blobs(), minimumFreeBytes: 1_000, freeBytes: () => 999 });
    await expect(check()).rejects.toMatchObject({ code: 'STORAGE_FULL' });
  });

  it('fails when the folder or the blobs cannot be written', async () => {
    const nowhere = storageCheck({ folder: join(folder, 'missing'), blobs: blobs(), minimumFreeBytes: 1 });
    await expect(nowhere()).rejects.toSatisfy(Fault.isInstance);
    const full = async () => {
      throw new Fault('STORAGE_FULL', { message: 'No space left.', remedy: 'Free some.' });
    };
    const check = storageCheck({ folder, blobs: { put: full }, minimumFreeBytes: 1 });
    await expect(check()).rejects.toMatchObject({ code: 'STORAGE_FULL' });
  });

  it('writes once a second at most', async () => {
    let writes = 0;
    const put = async () => {
      writes++;
      return { sha256: '', bytes: 0 };
    };
    const check = storageCheck({ folder, blobs: { put }, minimumFreeBytes: 1 });
    await Promise.all([check(), check(), check()]);
    expect(writes).toBe(1);
  });
});
