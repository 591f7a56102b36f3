import { existsSync, mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeEach, describe, expect, it } from 'vitest';
import { AttemptStore } from '../../attempt/record.ts';
import { sealSample } from '../../attempt/testing/sample-attempt.ts';
import { withFolderLock } from '../../store/files.ts';
import { LICENCES_FILE, licencesIn } from '../release/known-licences.ts';
import { sampleFilterOptions } from '../testing/sample-filter-options.ts';
import { filterAttempts } from './filter-attempts.ts';
import { inputLicences } from './input-licences.ts';
import { rowSources } from './input-rows.ts';

const folder = mkdtempSync(join(tmpdir(), 'input-licences-'));
afterAll(() => rmSync(folder, { recursive: true }));
const [ONE, OTHER] = ['a'.repeat(64), 'b'.repeat(64)];
let places = 0;
let input: string;

beforeEach(() => {
  input = join(folder, `input-${++places}`);
  mkdirSync(join(input, 'day-1', 'late'), { recursive: true });
  writeFileSync(join(input, 'day-1', 'a.jsonl'), '{}\n');
});

function say(place: string, licences: Readonly<Record<string, string>>): string {
  const file = join(input, place, LICENCES_FILE);
  writeFileSync(file, JSON.stringify(licences));
  return file;
}

describe('licences of an input', () => {
  it('licence files apply at every level of the input and are never read as rows', () => {
    say('.', { [ONE]: 'CC0-1.0' });
    say('day-1', { [ONE]: 'CC-BY-4.0' });
    say(join('day-1', 'late'), { [OTHER]: 'NONE' });
    expect(rowSources(input).map(({ name }) => name)).toEqual([join('day-1', 'a.jsonl')]);
    expect(Object.fromEntries(inputLicences(input))).toEqual({ [ONE]: 'CC-BY-4.0', [OTHER]: 'none' });
  });

  it('the licence file beside a named input file applies, and is not read as rows when named too', () => {
    const file = say('day-1', { [ONE]: 'none' });
    expect(inputLicences(join(input, 'day-1', 'a.jsonl'))).toEqual(new Map([[ONE, 'none']]));
    expect(rowSources(file)).toEqual([]);
    expect(inputLicences(file)).toEqual(new Map([[ONE, 'none']]));
  });

  it('the licences of a data folder are read from its root, not from agent output', async () => {
    await sealSample(new AttemptStore(input));
    say('.', { [ONE]: 'none' });
    say('day-1', { [OTHER]: 'none' });
    expect(inputLicences(input)).toEqual(new Map([[ONE, 'none']]));
  });

  it('a dangling link to a licence file is an error', () => {
    symlinkSync(join(input, 'gone'), join(input, 'day-1', LICENCES_FILE));
    for (const named of [input, join(input, 'day-1'), join(input, 'day-1', 'a.jsonl')])
      expect(() => inputLicences(named)).toThrow(LICENCES_FILE);
    expect(() => licencesIn(join(input, 'day-1'))).toThrow(LICENCES_FILE);
  });

  it('a completed filter run copies its licences to the output, but not without the folder lock', async () => {
    const out = join(input, 'out');
    const order = sampleFilterOptions(join(input, 'day-1'), out, { strict: false, licences: new Map([[ONE, 'none']]) });
    await withFolderLock(out, () => expect(filterAttempts(order)).rejects.toMatchObject({ code: 'BANK_BUSY' }));
    await expect(filterAttempts({ ...order, strict: true })).rejects.toMatchObject({ code: 'INPUT_INVALID' });
    expect(existsSync(join(out, LICENCES_FILE))).toBe(false);
    await filterAttempts(order);
    expect(licencesIn(out)).toEqual(order.licences);
  });
});
