import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterAll, beforeEach, describe, expect, it } from 'vitest';
import { readOpenings, shippedHeldOut } from '../../evaluation/sealed.ts';
import { openSplitSuites } from './open-split-suites.ts';

const SUITES = fileURLToPath(new URL('../../../suites/', import.meta.url));
const HELD_OUT = join(SUITES, 'heldout-75');
const DEV = join(SUITES, 'dev-75');
const root = mkdtempSync(join(tmpdir(), 'assay-splits-'));
afterAll(() => rmSync(root, { recursive: true }));

let ledger: string;
beforeEach(() => {
  ledger = join(mkdtempSync(join(root, 'ledger-')), 'ledger.jsonl');
});

const LOOK = { line: 'shopper', checkpoint: 'step-400', who: 'ada' };

async function open(changed: object) {
  const nothing = { train: null, evaluation: null, guarded: shippedHeldOut(), bank: join(root, 'bank'), look: null };
  return await openSplitSuites({ ...nothing, ledger, ...changed });
}

/** Some problems of a suite in a file without a manifest. */
function copyOf(suite: string, lines: readonly number[], change = (line: string): string => line): string {
  const all = readFileSync(join(suite, 'problems.jsonl'), 'utf8').trimEnd().split('\n');
  const path = join(mkdtempSync(join(root, 'copy-')), 'some.jsonl');
  writeFileSync(path, lines.map((place) => `${change(all[place]!)}\n`).join(''));
  return path;
}

describe('openSplitSuites', () => {
  it('opens the shipped train and dev suites', async () => {
    const { train, evaluation, isHeldOut } = await open({ train: join(SUITES, 'train-300'), evaluation: DEV });
    expect([train!.problems.length, evaluation!.problems.length, isHeldOut]).toEqual([300, 75, false]);
    expect(readOpenings(ledger)).toEqual([]);
  });

  it('never trains on held-out problems, by their folder, a copy, or other ids', async () => {
    const renamed = (line: string): string => line.replace(/"[0-9a-f]{16}"/, '"0123456789abcdef"');
    await expect(open({ train: HELD_OUT, look: LOOK })).rejects.toThrow('may not be trained on');
    await expect(open({ train: copyOf(HELD_OUT, [3]) })).rejects.toThrow('may not be trained on');
    await expect(open({ train: copyOf(HELD_OUT, [3], renamed) })).rejects.toThrow('gives away');
    expect(readOpenings(ledger)).toEqual([]);
  });

  it('a held-out suite stays closed until the operator states the purpose, which is recorded as a look', async () => {
    for (const evaluation of [HELD_OUT, copyOf(HELD_OUT, [0, 1])])
      await expect(open({ evaluation })).rejects.toMatchObject({ code: 'PROBLEM_SEALED' });
    expect(readOpenings(ledger)).toEqual([]);
    expect(await open({ evaluation: HELD_OUT, look: LOOK })).toMatchObject({ isHeldOut: true });
    expect(readOpenings(ledger)).toMatchObject([
      { kind: 'opened', name: 'heldout-75', line: 'shopper', checkpoint: 'step-400', who: 'ada' },
    ]);
    // A second checkpoint of the same experiment could be selected by it.
    await expect(open({ evaluation: HELD_OUT, look: { ...LOOK, checkpoint: 'step-500' } })).rejects.toMatchObject({
      code: 'PROBLEM_SEALED',
    });
    expect(readOpenings(ledger)).toHaveLength(1);
  });

  it('rejects splits that leak into each other', async () => {
    await expect(open({ train: copyOf(DEV, [0, 1, 2]), evaluation: DEV })).rejects.toThrow(
      'leak into the training data',
    );
    await expect(open({ train: copyOf(DEV, [0]), guarded: [DEV] })).rejects.toThrow('gives away');
  });

  it('requires at least one split to serve', async () => {
    await expect(open({})).rejects.toMatchObject({ code: 'USAGE' });
  });
});
