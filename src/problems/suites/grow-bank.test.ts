import { mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { sampleClock, sampleProblems } from '../testing/sample-problems.ts';
import { bankPaths } from './bank-folder.ts';
import { growBank } from './grow-bank.ts';
import { openBank } from './open-bank.ts';
import { readBank } from './read-bank.ts';

const now = sampleClock();
let folder: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'assay-grow-'));
});
afterEach(() => rmSync(folder, { recursive: true }));

async function bankProblems(): Promise<readonly unknown[]> {
  const { problems } = await readBank(folder, (await openBank(folder)).state);
  return Array.from(problems.values(), (entry) => entry.problem);
}

describe('growBank', () => {
  it('growing the bank only adds: known problems are skipped, existing ones stay unchanged', async () => {
    expect(await growBank({ folder, problems: sampleProblems(5), now })).toEqual({ added: 5, skipped: 0, size: 5 });
    const before = readFileSync(bankPaths(folder).bank, 'utf8');
    expect(await growBank({ folder, problems: sampleProblems(8), now })).toEqual({ added: 3, skipped: 5, size: 8 });
    expect(readFileSync(bankPaths(folder).bank, 'utf8').startsWith(before)).toBe(true);
    expect(await bankProblems()).toEqual(sampleProblems(8));
    expect(statSync(bankPaths(folder).bank).mode & 0o077).toBe(0);
    expect(await growBank({ folder, problems: sampleProblems(8), now })).toMatchObject({ added: 0 });
    expect((await openBank(folder)).records.length).toBe(2);
  });

  it('rejects other content under a known id, and then adds nothing', async () => {
    await growBank({ folder, problems: sampleProblems(2), now });
    const changed = { ...sampleProblems(2)[1]!, query: 'something else' };
    const growing = growBank({ folder, problems: [...sampleProblems(3, 'q'), changed], now });
    await expect(growing).rejects.toMatchObject({ code: 'BANK_CONFLICT', message: expect.stringContaining('p2') });
    const twice = growBank({ folder, problems: [...sampleProblems(1, 'q'), { ...changed, id: 'q1' }], now });
    await expect(twice).rejects.toThrow('q1');
    expect(await bankProblems()).toEqual(sampleProblems(2));
  });

  it('growing the bank detects problems edited or removed by hand', async () => {
    await growBank({ folder, problems: sampleProblems(3), now });
    const path = bankPaths(folder).bank;
    const text = readFileSync(path, 'utf8');
    writeFileSync(path, text.replace('number 1', 'number 7'));
    await expect(bankProblems()).rejects.toThrow('line 2: problem p2 was changed since it was added');
    writeFileSync(path, text.split('\n').slice(1).join('\n'));
    await expect(bankProblems()).rejects.toThrow('problem p1 was removed');
    writeFileSync(path, `${text}nonsense\n`);
    await expect(bankProblems()).rejects.toThrow('line 4, line: is not JSON');
  });

  it('growing the bank again completes what a crash left half done', async () => {
    await growBank({ folder, problems: sampleProblems(3), now });
    const ledger = readFileSync(bankPaths(folder).ledger);
    await growBank({ folder, problems: sampleProblems(5), now });
    writeFileSync(bankPaths(folder).ledger, ledger);
    const { problems } = await readBank(folder, (await openBank(folder)).state);
    expect(Array.from(problems.values(), (entry) => entry.recorded)).toEqual([true, true, true, false, false]);
    expect(await growBank({ folder, problems: sampleProblems(5), now })).toEqual({ added: 2, skipped: 3, size: 5 });
    expect(await bankProblems()).toEqual(sampleProblems(5));
  });
});
