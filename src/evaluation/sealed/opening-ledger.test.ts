import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { sha256 } from '../../store/sha256.ts';
import { changeOpenings, readOpenings } from './opening-ledger.ts';

let path: string;
let folder: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'assay-openings-'));
  path = join(folder, 'ledger.jsonl');
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

const now = (): Date => new Date('2026-03-01T10:00:00.000Z');

async function register(...names: readonly string[]): Promise<void> {
  await changeOpenings(path, now, () =>
    names.map((who) => ({ kind: 'plan-registered', plan: sha256('plan'), who }) as const),
  );
}

describe('the ledger of openings', () => {
  it('the opening ledger reads a file of an earlier version and writes the same bytes', async () => {
    const lines = [
      '{"hash":"a2014f77527416ba69d0774e96b1d152b1d3f06d25378a51b9760b84aab48efc","kind":"plan-registered","plan":"64879f7d6b960a01909762d911a32d4582c20010c5641ee90278b644a9e3b525","previous":"0000000000000000000000000000000000000000000000000000000000000000","sequence":1,"time":"2026-03-01T10:00:00.000Z","who":"adé"}',
      '{"hash":"a5dc0203c890cf69226a3366b99ebcc5e22d1a43b764463151236570f33f6d1c","kind":"burned","line":"student","name":"final","previous":"a2014f77527416ba69d0774e96b1d152b1d3f06d25378a51b9760b84aab48efc","run_id":"00000000-0000-4000-8000-000000000001","sequence":2,"suite":"f8ebd43dbef1f029bf4930c65c9b7c5cc76af476927cee861ff18fcc73bfc4ab","time":"2026-03-01T10:00:00.000Z","who":"ada"}',
    ];
    writeFileSync(path, `${lines.join('\n')}\n`);
    expect(readOpenings(path)).toHaveLength(2);
    rmSync(path);
    await register('adé');
    expect(readFileSync(path, 'utf8')).toBe(`${lines[0]}\n`);
  });

  it('the opening ledger reports bytes that are not UTF-8 as a broken chain, with the line', async () => {
    await register('ada', 'zoé');
    const bytes = readFileSync(path);
    bytes[bytes.indexOf('é')] = 0xff;
    writeFileSync(path, bytes);
    expect(() => readOpenings(path)).toThrow('line 2 is not valid UTF-8');
    await expect(register('eve')).rejects.toMatchObject({ code: 'EVIDENCE_CORRUPT' });
    expect(readFileSync(path)).toEqual(bytes);
  });

  it('the opening ledger rejects an event that could not be read back, and keeps its entries', async () => {
    await register('ada');
    const before = readFileSync(path, 'utf8');
    await expect(register('bob', '')).rejects.toMatchObject({ code: 'INPUT_INVALID' });
    expect(readFileSync(path, 'utf8')).toBe(before);
  });
});
