import { describe, expect, it } from 'vitest';
import { ledgerLine } from '../../store/chained-ledger.ts';
import { sha256 } from '../../store/sha256.ts';
import { sampleClock } from '../testing/sample-problems.ts';
import { bankLedger } from './ledger-chain.ts';
import type { LedgerEvent, LedgerRecord } from './ledger-event.ts';

const suite = sha256('suite');
const EVENTS: readonly LedgerEvent[] = [
  { kind: 'suite-created', suite, name: 'held', version: 1, suite_kind: 'heldout', problem_ids: ['h1', 'hé2'] },
  { kind: 'set-sealed', suite },
  { kind: 'bank-grown', problems: [{ problem_id: 'p1', digest: sha256('p1') }] },
  { kind: 'draw-committed', race: 'race-1', commitment: sha256('draw'), size: 1 },
  { kind: 'exposed', race: 'race-1', problem_ids: ['p1'], agent_version: 'a1', validator: 'v1' },
  { kind: 'draw-revealed', race: 'race-1', commitment: sha256('draw'), problem_ids: ['p1'] },
  { kind: 'retired', problem_ids: ['p1'], reason: 'leaked' },
];

function chain(events: readonly LedgerEvent[]): readonly LedgerRecord[] {
  const now = sampleClock();
  const records: LedgerRecord[] = [];
  for (const event of events) records.push(bankLedger.next(event, now(), records.at(-1)));
  return records;
}

const RECORDS = chain(EVENTS);
const LINES = RECORDS.map(ledgerLine);
const BYTES = Buffer.from(LINES.join(''));

describe('the chain of the ledger', () => {
  it('an unchanged ledger chain verifies', () => {
    expect(bankLedger.check(BYTES)).toEqual({ records: RECORDS });
    expect(bankLedger.check(Buffer.alloc(0))).toEqual({ records: [] });
  });

  it('the ledger chain detects any flipped byte, and its line', () => {
    let line = 1;
    for (const [place, byte] of BYTES.entries()) {
      for (const mask of [0x01, 0x20, 0x80, byte ^ 0x0a]) {
        if (mask === 0) continue;
        const flipped = Buffer.from(BYTES);
        flipped[place] = byte ^ mask;
        const { records, flaw } = bankLedger.check(flipped);
        expect({ place, line: flaw?.line, whole: records.length }).toEqual({ place, line, whole: line - 1 });
      }
      if (byte === 0x0a) line++;
    }
    expect(line).toBe(LINES.length + 1);
  });

  it('the ledger chain detects a line that was dropped, added or moved', () => {
    const [first, second, third, ...rest] = LINES as [string, string, string, ...string[]];
    const flawOf = (lines: readonly string[]): unknown => bankLedger.check(Buffer.from(lines.join(''))).flaw;
    const moved = expect.stringContaining('dropped, added or moved');
    expect(flawOf([first, third, ...rest])).toEqual({ line: 2, reason: moved });
    expect(flawOf([second, third, ...rest])).toEqual({ line: 1, reason: moved });
    expect(flawOf([first, third, second, ...rest])).toEqual({ line: 2, reason: moved });
    expect(flawOf([first, first, second])).toEqual({ line: 2, reason: moved });
    expect(flawOf([first, '\n', second])).toMatchObject({ line: 2, reason: expect.stringContaining('is not JSON') });
  });

  it('the ledger chain detects a replaced line whose own hashes fit', () => {
    const forged = bankLedger.next({ kind: 'retired', problem_ids: ['p9'], reason: 'x' }, new Date(0), RECORDS[1]);
    const lines = [...LINES.slice(0, 2), ledgerLine(forged), ...LINES.slice(3)];
    expect(bankLedger.check(Buffer.from(lines.join(''))).flaw).toEqual({
      line: 4,
      reason: 'does not follow from the line before it',
    });
  });

  it('the ledger chain detects a line rewritten in another notation', () => {
    const [first, ...rest] = LINES as [string, ...string[]];
    for (const other of [first.replace('é', '\\u00e9'), first.replace('{', '{ '), `\ufeff${first}`]) {
      expect(bankLedger.check(Buffer.from([other, ...rest].join(''))).flaw).toMatchObject({ line: 1 });
    }
  });

  it('reads the complete ledger lines before a truncated one', () => {
    const last = Buffer.byteLength(LINES.at(-1)!);
    for (const cut of [1, 2, last - 1]) {
      const { records, flaw } = bankLedger.check(BYTES.subarray(0, BYTES.length - cut));
      expect(records).toEqual(RECORDS.slice(0, -1));
      expect(flaw).toMatchObject({ line: LINES.length, tornAt: BYTES.length - last });
    }
  });

  it('reads a bank ledger of an earlier version', () => {
    const lines = [
      '{"hash":"b7423f2d3e020236123151f0bcb0c578e1fc365877fec3c218d8eb9d628b989e","kind":"set-sealed","previous":"0000000000000000000000000000000000000000000000000000000000000000","sequence":1,"suite":"f8ebd43dbef1f029bf4930c65c9b7c5cc76af476927cee861ff18fcc73bfc4ab","time":"2026-03-01T10:00:00.000Z"}',
      '{"hash":"52bbaeb66e9db258cdec37e7d402e4a8ca196beacc4ddd67061805515ffc4920","kind":"retired","previous":"b7423f2d3e020236123151f0bcb0c578e1fc365877fec3c218d8eb9d628b989e","problem_ids":["p1"],"reason":"leaké","sequence":2,"time":"2026-03-01T10:00:00.000Z"}',
    ];
    const { records, flaw } = bankLedger.check(Buffer.from(`${lines.join('\n')}\n`));
    expect(flaw).toBeUndefined();
    expect(records.map(ledgerLine)).toEqual(lines.map((line) => `${line}\n`));
  });

  it('reports bytes that are not UTF-8 as a broken ledger chain, with the line', () => {
    const broken = Buffer.from(BYTES);
    broken[broken.indexOf('é')] = 0xff;
    expect(bankLedger.check(broken)).toEqual({ records: [], flaw: { line: 1, reason: 'is not valid UTF-8' } });
  });
});
