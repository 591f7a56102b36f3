import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, describe, expect, it } from 'vitest';
import { sampleRun } from '../testing/sample-run.ts';
import { readRun, requireSameRun, runPath, writeRun } from './run-record.ts';

const folder = mkdtempSync(join(tmpdir(), 'assay-run-record-'));
afterAll(() => rmSync(folder, { recursive: true }));

describe('the record of a run', () => {
  it('reads an older run record without the length of results', async () => {
    const run = sampleRun('one', 3);
    await writeRun(folder, run);
    expect(readRun(folder)).toEqual(run);
    const written = JSON.parse(readFileSync(runPath(folder), 'utf8'));
    const { max_observation: _, ...harness } = written.harness;
    writeFileSync(runPath(folder), JSON.stringify({ ...written, harness }));
    expect(readRun(folder)).toEqual(run);
    expect(() => requireSameRun(folder, readRun(folder), run)).not.toThrow();
  });

  it('refuses to resume a run with another length of results', () => {
    const before = sampleRun('one', 3);
    const now = { ...before, harness: { ...before.harness, max_observation: 1_500 } };
    expect(() => requireSameRun(folder, before, now)).toThrow(/another harness: .*32000.*1500/);
  });
});
