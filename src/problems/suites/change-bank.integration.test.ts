import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { appendFileSync, mkdtempSync, readFileSync, rmSync, truncateSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { scaled } from '../../testing/scaled.ts';
import { sampleClock, sampleProblems } from '../testing/sample-problems.ts';
import { bankPaths } from './bank-folder.ts';
import { changeBank } from './change-bank.ts';
import { growBank } from './grow-bank.ts';
import { openBank } from './open-bank.ts';
import { retireProblems } from './retire-problems.ts';

const now = sampleClock();
let folder: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'assay-change-'));
});
afterEach(() => rmSync(folder, { recursive: true }));

async function appendFromAnotherProcess(writer: number, events: number): Promise<void> {
  const script = `
    const { changeBank } = await import(${JSON.stringify(new URL('./change-bank.ts', import.meta.url).href)});
    for (let event = 0; event < ${events}; event++) {
      await changeBank(${JSON.stringify(folder)}, () => new Date(), async () => ({
        events: [{ kind: 'retired', problem_ids: ['w${writer}-' + event], reason: 'test' }],
        result: undefined,
      }));
    }`;
  const child = spawn(process.execPath, ['--input-type=module', '-e', script], { stdio: 'inherit' });
  const [code] = await once(child, 'exit');
  expect(code).toBe(0);
}

describe('changeBank', () => {
  it('the bank ledger stays intact while several processes append', { timeout: scaled(60_000) }, async () => {
    const writers = 4;
    const events = 15;
    await Promise.all(Array.from({ length: writers }, (_, writer) => appendFromAnotherProcess(writer, events)));
    const { records } = await openBank(folder);
    const ids = records.flatMap((record) => (record.kind === 'retired' ? record.problem_ids : []));
    expect(new Set(ids).size).toBe(writers * events);
    expect(records.length).toBe(writers * events);
  });

  it('appends nothing after a truncated ledger line, and says how to repair it', async () => {
    await growBank({ folder, problems: sampleProblems(3), now });
    const { ledger } = bankPaths(folder);
    const whole = readFileSync(ledger);
    appendFileSync(ledger, '{"hash":"12');
    const growing = growBank({ folder, problems: sampleProblems(4), now });
    await expect(growing).rejects.toMatchObject({
      code: 'BANK_CORRUPT',
      message: expect.stringContaining('line 2 is incomplete'),
      remedy: expect.stringContaining(`truncate -s ${whole.length} ${ledger}`),
    });
    await expect(openBank(folder)).rejects.toThrow('line 2 is incomplete');
    truncateSync(ledger, whole.length);
    expect(await growBank({ folder, problems: sampleProblems(4), now })).toEqual({ added: 1, skipped: 3, size: 4 });
  });

  it('refuses a bank folder without its ledger', async () => {
    await growBank({ folder, problems: sampleProblems(3), now });
    rmSync(bankPaths(folder).ledger);
    await expect(growBank({ folder, problems: sampleProblems(4), now })).rejects.toThrow(
      'holds problems but no ledger',
    );
  });

  it('appends no event that it could not read again', async () => {
    await growBank({ folder, problems: sampleProblems(3), now });
    const before = readFileSync(bankPaths(folder).ledger, 'utf8');
    const retiring = retireProblems({ folder, problemIds: [], reason: 'none', now });
    await expect(retiring).rejects.toThrow('problem_ids: is empty');
    expect(readFileSync(bankPaths(folder).ledger, 'utf8')).toBe(before);
  });

  it('does not create a bank in a misspelt folder', async () => {
    const elsewhere = join(folder, 'elsewhere');
    await expect(openBank(elsewhere)).rejects.toMatchObject({ code: 'FILE_NOT_FOUND' });
    const retiring = retireProblems({ folder: elsewhere, problemIds: ['p1'], reason: 'x', now });
    await expect(retiring).rejects.toMatchObject({ code: 'FILE_NOT_FOUND' });
  });

  it('appends nothing to the bank when the change fails', async () => {
    await growBank({ folder, problems: sampleProblems(3), now });
    const failing = changeBank(folder, now, async () => {
      writeFileSync(join(folder, 'aside'), 'x');
      throw new Error('no further');
    });
    await expect(failing).rejects.toThrow('no further');
    expect((await openBank(folder)).records.length).toBe(1);
  });
});
