import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { AttemptStore } from '../../../attempt/record.ts';
import { sealSample } from '../../../attempt/testing/sample-attempt.ts';
import { buildRelease } from '../../../corpus/release.ts';
import { sampleRow, writeFiltered } from '../../../corpus/testing/sample-filtered.ts';
import { sampleProblems } from '../../../problems/testing/sample-problems.ts';
import { explainCommand } from './explain.ts';

let folder: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'assay-explain-corpora-'));
});
afterEach(() => {
  rmSync(folder, { recursive: true });
  process.exitCode = undefined;
});

async function explain(...words: string[]): Promise<string> {
  let text = '';
  const write = vi.spyOn(process.stdout, 'write').mockImplementation((piece) => {
    text += String(piece);
    return true;
  });
  try {
    const command = explainCommand().option('--json').exitOverride();
    await command.parseAsync([...words, '--data', join(folder, 'data')], { from: 'user' });
    return text;
  } finally {
    write.mockRestore();
  }
}

describe('assay explain --corpus', () => {
  it('assay explain --corpus links a row to its attempt, and an attempt to its releases or the reason', async () => {
    const store = new AttemptStore(join(folder, 'data'));
    const [held, missed, bad] = await Promise.all(
      [1, 2, 3].map(async () => (await sealSample(store)).attempt.attempt_id),
    );
    const [first, second] = sampleProblems(2);
    const input = writeFiltered(join(folder, 'filtered'), [
      sampleRow(first!, { id: held! }),
      sampleRow(second!, { id: missed! }),
    ]);
    const rejection = { attempt_id: bad, reason: 'NOT_AGENTIC', detail: 'the program \u001b[2J decides' };
    writeFileSync(join(input, 'rejected.jsonl'), `${JSON.stringify(rejection)}\n`);
    writeFileSync(join(input, 'quarantine.jsonl'), '');
    const out = join(folder, 'release');
    await buildRelease({
      input,
      out,
      name: 'day-1',
      problems: [],
      settled: [],
      sealed: undefined,
      heldOut: [second!],
      market: undefined,
      licences: new Map(),
      shares: { train: 1, dev: 0, heldout: 0 },
      seed: 7,
    });
    const corpora = ['--corpus', input, '--corpus', out];
    const row = await explain(held!.slice(0, 12), ...corpora);
    expect(row).toMatch(/release day-1, in train, leak cluster lc-[0-9a-f]{16}, row [0-9a-f]{64}\n/);
    expect(row).toContain('Verified: every byte is as it was signed.');
    expect(await explain(missed!, ...corpora)).toContain('Kept but not released');
    const rejected = await explain(bad!, ...corpora);
    expect(rejected).toContain('rejected by the filter, NOT_AGENTIC: the program');
    expect(rejected).not.toContain('\u001b');
    expect(JSON.parse(await explain(bad!, ...corpora, '--json'))).toMatchObject({
      corpora: [
        { kind: 'filtered', outcome: 'rejected', reason: 'NOT_AGENTIC' },
        { kind: 'release', row: null },
      ],
    });
  });
});
