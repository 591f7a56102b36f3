import { appendFileSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { SAMPLE_HOTKEY } from '../../attempt/sample-attempt.ts';
import { canonicalJson } from '../../store/canonical-json.ts';
import { sha256 } from '../../store/sha256.ts';
import { checkDisputes } from './dispute-chain.ts';
import { readDisputes, recordDispute } from './dispute-file.ts';

let folder: string;
let file: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'assay-disputes-'));
  file = join(folder, 'disputes.jsonl');
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

const STAMP = { time: new Date('2026-03-01T10:00:00.000Z'), hotkey: SAMPLE_HOTKEY };

function dispute(reason: string) {
  const event = { kind: 'disputed', problem_id: 'p-1', problem_digest: sha256('key'), reason } as const;
  return recordDispute(folder, event, STAMP);
}

describe('disputes', () => {
  it('are kept in order, signed, each following from the one before', async () => {
    expect(readDisputes(folder)).toEqual([]);
    const first = await dispute('no such lamp');
    const second = await dispute('“überhaupt” nothing 🫖');
    expect(first).toMatchObject({ sequence: 1, previous: '0'.repeat(64), time: '2026-03-01T10:00:00.000Z' });
    expect(second).toMatchObject({ sequence: 2, previous: first.hash, hotkey: SAMPLE_HOTKEY.address });
    expect(readDisputes(folder)).toEqual([first, second]);
  });

  it('of many at once all get their own place', async () => {
    await Promise.all(Array.from({ length: 8 }, (_, place) => dispute(`reason ${place}`)));
    expect(readDisputes(folder).map(({ sequence }) => sequence)).toEqual([1, 2, 3, 4, 5, 6, 7, 8]);
  });

  it('need a reason', async () => {
    for (const reason of ['', '  \n', 'x'.repeat(2001)]) {
      await expect(dispute(reason)).rejects.toMatchObject({ code: 'INPUT_INVALID' });
    }
    expect(readDisputes(folder)).toEqual([]);
  });

  it('that were changed, dropped, moved or forged are found out, and nothing is written after them', async () => {
    for (const reason of ['one', 'two', 'three']) await dispute(reason);
    const [one, two, three] = readFileSync(file, 'utf8').trimEnd().split('\n') as [string, string, string];
    const { hash: _, ...rest } = readDisputes(folder)[1]!;
    const unsigned = { ...rest, reason: 'forged' };
    const forged = canonicalJson({ ...unsigned, hash: sha256(canonicalJson(unsigned)) });
    for (const [lines, complaint] of [
      [[one, two.replace('two', 'six'), three], 'line 2 was edited'],
      [[one, two.replace('two', '\\u0074wo'), three], 'line 2 was edited: it is not written'],
      [[one, three], 'line 2 has sequence 3'],
      [[two, one], 'line 1 has sequence 2'],
      [[one, forged], 'line 2 was not signed by'],
      [[one, '{}'], 'line 2 sequence'],
      [[one, 'nonsense'], 'line 2 is not JSON'],
    ] as const) {
      writeFileSync(file, `${lines.join('\n')}\n`);
      expect(() => readDisputes(folder)).toThrow(complaint);
      await expect(dispute('four')).rejects.toMatchObject({ code: 'EVIDENCE_CORRUPT' });
      expect(readFileSync(file, 'utf8')).toBe(`${lines.join('\n')}\n`);
    }
  });

  it('that break off say where to cut', async () => {
    await dispute('one');
    const whole = readFileSync(file).length;
    appendFileSync(file, '{"half');
    expect(checkDisputes(readFileSync(file))).toMatchObject({ records: [{ reason: 'one' }], flaw: { tornAt: whole } });
    expect(() => readDisputes(folder)).toThrow('breaks off');
  });
});
