import { existsSync, mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeEach, describe, expect, it } from 'vitest';
import { AttemptStore } from '../../attempt/record.ts';
import { sealSample } from '../../attempt/testing/sample-attempt.ts';
import { withFolderLock } from '../../store/files.ts';
import { LICENCES_FILE, licencesIn } from '../release/known-licences.ts';
import { sampleFilterOrder } from '../testing/sample-filter-order.ts';
import { filterFirehose } from './filter-firehose.ts';
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
  it('are heeded at every level that is read, and are rows at none', () => {
    say('.', { [ONE]: 'CC0-1.0' });
    say('day-1', { [ONE]: 'CC-BY-4.0' });
    say(join('day-1', 'late'), { [OTHER]: 'NONE' });
    expect(rowSources(input).map(({ name }) => name)).toEqual([join('day-1', 'a.jsonl')]);
    expect(Object.fromEntries(inputLicences(input))).toEqual({ [ONE]: 'CC-BY-4.0', [OTHER]: 'none' });
  });

  it('are heeded beside a file that is named, and are no rows when they are named with it', () => {
    const file = say('day-1', { [ONE]: 'none' });
    expect(inputLicences(join(input, 'day-1', 'a.jsonl'))).toEqual(new Map([[ONE, 'none']]));
    expect(rowSources(file)).toEqual([]);
    expect(inputLicences(file)).toEqual(new Map([[ONE, 'none']]));
  });

  it('of a data folder stand in it, and not among what agents left there', async () => {
    await sealSample(new AttemptStore(input));
    say('.', { [ONE]: 'none' });
    say('day-1', { [OTHER]: 'none' });
    expect(inputLicences(input)).toEqual(new Map([[ONE, 'none']]));
  });

  it('that a link leads to and are gone are not taken for nothing', () => {
    symlinkSync(join(input, 'gone'), join(input, 'day-1', LICENCES_FILE));
    for (const named of [input, join(input, 'day-1'), join(input, 'day-1', 'a.jsonl')])
      expect(() => inputLicences(named)).toThrow(LICENCES_FILE);
    expect(() => licencesIn(join(input, 'day-1'))).toThrow(LICENCES_FILE);
  });

  it('are handed on by a run that has the folder to itself and comes to its end', async () => {
    const out = join(input, 'out');
    const order = sampleFilterOrder(join(input, 'day-1'), out, { strict: false, licences: new Map([[ONE, 'none']]) });
    await withFolderLock(out, () => expect(filterFirehose(order)).rejects.toMatchObject({ code: 'BANK_BUSY' }));
    await expect(filterFirehose({ ...order, strict: true })).rejects.toMatchObject({ code: 'INPUT_INVALID' });
    expect(existsSync(join(out, LICENCES_FILE))).toBe(false);
    await filterFirehose(order);
    expect(licencesIn(out)).toEqual(order.licences);
  });
});
