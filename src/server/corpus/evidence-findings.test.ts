import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { afterAll, expect, it } from 'vitest';
import { FileBlobs } from '../../store/blobs.ts';
import { EvidenceFindings } from './evidence-findings.ts';

const folder = mkdtempSync(join(tmpdir(), 'assay-findings-'));
afterAll(() => rmSync(folder, { recursive: true }));

it('finds nothing in an evidence file that is unreadable, too large or missing', async () => {
  const blobs = new FileBlobs(join(folder, 'blobs'));
  const findings = new EvidenceFindings(blobs);
  const bomb = gzipSync(Buffer.alloc(64 * 1024 * 1024));
  const deep = gzipSync(`${'['.repeat(1_000_000)}`);
  const files = [Buffer.from('no gzip'), gzipSync('{"version":1}'), gzipSync('\0'), bomb, deep];
  for (const file of files) {
    const { sha256 } = await blobs.put(file);
    expect(await findings.of(sha256)).toBeNull();
    expect(await findings.of(sha256)).toBeNull();
  }
  expect(await findings.of('0'.repeat(64))).toBeNull();
});
