import { appendFileSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { SAMPLE_HOTKEY } from '../../attempt/testing/sample-attempt.ts';
import { canonicalJson } from '../../json/canonical-json.ts';
import { sha256 } from '../../store/sha256.ts';
import { disputeLedger, readDisputes, recordDispute } from './dispute-file.ts';

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
  it('disputes are stored in order, signed and chained', async () => {
    expect(readDisputes(folder)).toEqual([]);
    const first = await dispute('no such lamp');
    const second = await dispute('“überhaupt” nothing 🫖');
    expect(first).toMatchObject({ sequence: 1, previous: '0'.repeat(64), time: '2026-03-01T10:00:00.000Z' });
    expect(second).toMatchObject({ sequence: 2, previous: first.hash, hotkey: SAMPLE_HOTKEY.address });
    expect(readDisputes(folder)).toEqual([first, second]);
  });

  it('concurrent disputes all get a place in the chain', async () => {
    await Promise.all(Array.from({ length: 8 }, (_, place) => dispute(`reason ${place}`)));
    expect(readDisputes(folder).map(({ sequence }) => sequence)).toEqual([1, 2, 3, 4, 5, 6, 7, 8]);
  });

  it('a dispute needs a reason', async () => {
    for (const reason of ['', '  \n', 'x'.repeat(2001)]) {
      await expect(dispute(reason)).rejects.toMatchObject({ code: 'INPUT_INVALID' });
    }
    expect(readDisputes(folder)).toEqual([]);
  });

  it('detects disputes that were changed, dropped, moved or forged, and appends nothing after them', async () => {
    for (const reason of ['one', 'two', 'three']) await dispute(reason);
    const [one, two, three] = readFileSync(file, 'utf8').trimEnd().split('\n') as [string, string, string];
    const { hash: _, ...rest } = readDisputes(folder)[1]!;
    const unsigned = { ...rest, reason: 'forged' };
    const forged = canonicalJson({ ...unsigned, hash: sha256(canonicalJson(unsigned)) });
    for (const [lines, complaint] of [
      [[one, two.replace('two', 'six'), three], 'line 2 was edited'],
      [[one, two.replace('two', '\\u0074wo'), three], 'line 2 was edited: it is not in canonical form'],
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

  it('a truncated dispute says where to cut the file', async () => {
    await dispute('one');
    const whole = readFileSync(file).length;
    appendFileSync(file, '{"half');
    expect(disputeLedger.check(readFileSync(file))).toMatchObject({
      records: [{ reason: 'one' }],
      flaw: { tornAt: whole },
    });
    expect(() => readDisputes(folder)).toThrow('is incomplete');
  });

  it('reads a dispute file of an earlier version', () => {
    const lines = [
      '{"hash":"758d31dfa5f5350abdfba976a5bca5ac5fcc914366bcfc7fb7ccecf9358faf40","hotkey":"5EsNLFaGe9XK5LzWH3i6eC2Wqv6YqZS1442N1C4yeSdP6uxy","kind":"disputed","previous":"0000000000000000000000000000000000000000000000000000000000000000","problem_digest":"2c70e12b7a0646f92279f427c7b38e7334d8e5389cff167a1dc30e73f826b683","problem_id":"p-1","reason":"no such lamp","sequence":1,"signature":"0xdaf694c1d5f7ef76b22548a452a4da2f9f9e23d46c739b80c732f6bfed65e151edd12eafcc9b886e69db3b3e147d5cf76e326b3fc5a38473fa3578d1aaae7983","time":"2026-03-01T10:00:00.000Z"}',
      '{"hash":"1652bd5f70f36141e2a9a2b2328aae961c49a541b6be2cdfc04c4419b81c72ee","hotkey":"5EsNLFaGe9XK5LzWH3i6eC2Wqv6YqZS1442N1C4yeSdP6uxy","kind":"disputed","previous":"758d31dfa5f5350abdfba976a5bca5ac5fcc914366bcfc7fb7ccecf9358faf40","problem_digest":"2c70e12b7a0646f92279f427c7b38e7334d8e5389cff167a1dc30e73f826b683","problem_id":"p-1","reason":"“überhaupt” nothing 🫖","sequence":2,"signature":"0x7cbef91738b0dcad51b3e3d3247837cdce8b95a01fe2d40c9c2daf4de45f95223e4b27f3b3d814ea4d87169b6897ce462b5e6d8cd632af9ca0b91472d7b99c8e","time":"2026-03-01T10:00:00.000Z"}',
    ];
    writeFileSync(file, `${lines.join('\n')}\n`);
    expect(readDisputes(folder).map((record) => canonicalJson(record))).toEqual(lines);
  });

  it('reports bytes that are not UTF-8 as a broken dispute chain, with the line', async () => {
    for (const reason of ['one', 'zwölf']) await dispute(reason);
    const bytes = readFileSync(file);
    bytes[bytes.indexOf('ö')] = 0xff;
    writeFileSync(file, bytes);
    expect(() => readDisputes(folder)).toThrow('line 2 is not valid UTF-8');
    await expect(dispute('three')).rejects.toMatchObject({ code: 'EVIDENCE_CORRUPT' });
  });
});
