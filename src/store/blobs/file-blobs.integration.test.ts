import { execFileSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, readdirSync, rmSync, statSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { sha256 } from '../sha256.ts';
import { describeBlobs } from '../testing/blobs-conformance.ts';
import { FileBlobs } from './file-blobs.ts';

describeBlobs('FileBlobs', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'assay-blobs-'));
  const blobs = new FileBlobs(join(folder, 'blobs'));
  return {
    blobs,
    damage: async (hash, bytes) => {
      const path = join(folder, 'blobs', blobs.placeOf(hash));
      rmSync(path, { force: true });
      if (bytes !== null) writeFileSync(path, bytes);
    },
    close: async () => rmSync(folder, { recursive: true }),
  };
});

describe('blobs in files', () => {
  let folder: string;
  let blobs: FileBlobs;
  const content = Buffer.from('evidence');
  const hash = sha256(content);
  beforeEach(() => {
    folder = mkdtempSync(join(tmpdir(), 'assay-blobs-'));
    blobs = new FileBlobs(folder);
  });
  afterEach(() => rmSync(folder, { recursive: true }));

  it('stores blobs in folders by their first two digits, read-only, without other files', async () => {
    await blobs.put(content);
    expect(readdirSync(folder)).toEqual([hash.slice(0, 2)]);
    expect(readdirSync(join(folder, hash.slice(0, 2)))).toEqual([hash.slice(2)]);
    expect(statSync(join(folder, blobs.placeOf(hash))).mode & 0o222).toBe(0);
  });

  it('never reads a blob through a link, nor waits for a pipe', async () => {
    const path = join(folder, blobs.placeOf(hash));
    mkdirSync(dirname(path));
    const elsewhere = join(folder, 'elsewhere');
    writeFileSync(elsewhere, content);
    symlinkSync(elsewhere, path);
    await expect(blobs.get(hash)).rejects.toMatchObject({ code: 'EVIDENCE_CORRUPT' });
    expect(await blobs.has(hash)).toBe(false);
    rmSync(path);
    execFileSync('mkfifo', [path]);
    await expect(blobs.get(hash)).rejects.toMatchObject({ code: 'EVIDENCE_CORRUPT' });
    rmSync(path);
    mkdirSync(path);
    await expect(blobs.get(hash)).rejects.toMatchObject({ code: 'EVIDENCE_CORRUPT' });
  });
});
