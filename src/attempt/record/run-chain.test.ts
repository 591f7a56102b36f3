import { randomUUID } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import { hotkeyFromSeed } from '../../identity/hotkey.ts';
import { sha256 } from '../../store/sha256.ts';
import { isSigned, type Receipt, receiptHash, signReceipt } from './receipt.ts';
import { checkRunChain, runLine } from './run-chain.ts';

const hotkey = hotkeyFromSeed(new Uint8Array(32).fill(1));
const run_id = randomUUID();

function follow(before: Receipt | undefined, signer = hotkey): Receipt {
  const unsigned = {
    attempt_id: randomUUID(),
    run_id,
    sequence: (before?.sequence ?? 0) + 1,
    previous: before === undefined ? null : receiptHash(before),
    attempt_hash: sha256('attempt'),
    verdict_hash: null,
    signed_at: '2026-03-01T10:00:00.000Z',
  };
  return signReceipt(unsigned, signer);
}

const RECEIPTS: Receipt[] = [];
for (let count = 0; count < 4; count++) RECEIPTS.push(follow(RECEIPTS.at(-1)));
const LINES = RECEIPTS.map(runLine);

function check(lines: readonly Uint8Array[]): ReturnType<typeof checkRunChain> {
  return checkRunChain(Buffer.concat(lines), run_id);
}

describe('a receipt', () => {
  it('the signature of a receipt covers every field', () => {
    const [receipt] = RECEIPTS as [Receipt];
    expect(isSigned(receipt)).toBe(true);
    const others: Partial<Receipt>[] = [
      { sequence: 2 },
      { attempt_id: randomUUID() },
      { run_id: randomUUID() },
      { previous: sha256('') },
      { attempt_hash: sha256('') },
      { verdict_hash: sha256('') },
      { signed_at: '2026-03-01T10:00:00.001Z' },
      { hotkey: hotkeyFromSeed(new Uint8Array(32)).address },
      { signature: RECEIPTS[1]!.signature },
    ];
    for (const other of others) expect(isSigned({ ...receipt, ...other })).toBe(false);
  });
});

describe('verified receipts', () => {
  /** Number of times that verification reads a field. A receipt that is not remembered is read again for its signature. */
  function readsOf(receipt: Receipt): number {
    let reads = 0;
    const watched = { ...receipt };
    Object.defineProperty(watched, 'attempt_hash', {
      enumerable: true,
      get: () => {
        reads++;
        return receipt.attempt_hash;
      },
    });
    expect(isSigned(watched)).toBe(true);
    return reads;
  }

  it('a verified receipt is remembered until many others were verified, the oldest first', () => {
    const [first, second, ...others] = Array.from({ length: 66 }, () => follow(undefined)) as [
      Receipt,
      Receipt,
      ...Receipt[],
    ];
    const verified = readsOf(first);
    const remembered = readsOf(first);
    expect(remembered).toBeLessThan(verified);
    readsOf(second);
    for (const other of others.slice(0, 62)) readsOf(other);
    expect([readsOf(first), readsOf(second)]).toEqual([remembered, remembered]);
    readsOf(others[62]!);
    expect([readsOf(second), readsOf(first)]).toEqual([remembered, verified]);
    expect(isSigned({ ...first, attempt_hash: sha256('') })).toBe(false);
  });
});

describe('the chain of a run', () => {
  it('an unchanged run chain verifies', () => {
    expect(check(LINES)).toEqual({ receipts: RECEIPTS });
    expect(check([])).toEqual({ receipts: [] });
  });

  it('a run chain detects any flipped bit and names its line', () => {
    const bytes = Buffer.concat(LINES);
    const ends = LINES.map((_, line) => Buffer.concat(LINES.slice(0, line + 1)).length);
    for (let position = 0; position < bytes.length; position += 7) {
      const flipped = Buffer.from(bytes);
      flipped[position]! ^= 1 << (position % 8);
      const line = ends.findIndex((end) => position < end) + 1;
      const { flaw, receipts } = checkRunChain(flipped, run_id);
      expect({ position, line: flaw?.line, whole: receipts.length }).toEqual({ position, line, whole: line - 1 });
      expect(flaw!.from).toBe(ends[line - 2] ?? 0);
    }
  });

  it('a run chain detects a receipt that was dropped, added or moved', () => {
    const [first, second, third, fourth] = LINES as [Uint8Array, Uint8Array, Uint8Array, Uint8Array];
    const reason = expect.stringContaining('dropped, added or moved');
    expect(check([first, third, fourth]).flaw).toMatchObject({ line: 2, reason });
    expect(check([second, third]).flaw).toMatchObject({ line: 1, reason });
    expect(check([first, third, second]).flaw).toMatchObject({ line: 2, reason });
    expect(check([first, first, second]).flaw).toMatchObject({ line: 2, reason });
  });

  it('a run chain detects a receipt rewritten by its own signer', () => {
    const anew = runLine({ ...follow(RECEIPTS[0]) });
    expect(check([LINES[0]!, anew, ...LINES.slice(2)]).flaw).toMatchObject({
      line: 3,
      reason: 'does not follow from the receipt before it',
    });
  });

  it('a run chain belongs to one run and one hotkey', () => {
    expect(checkRunChain(Buffer.concat(LINES), randomUUID()).flaw).toMatchObject({ line: 1 });
    const stranger = runLine(follow(RECEIPTS[3], hotkeyFromSeed(new Uint8Array(32).fill(2))));
    expect(check([...LINES, stranger]).flaw).toMatchObject({
      line: 5,
      reason: expect.stringContaining('another hotkey'),
    });
  });

  it('reads the lines of a run chain before a truncated line', () => {
    const bytes = Buffer.concat(LINES);
    expect(checkRunChain(bytes.subarray(0, -5), run_id)).toMatchObject({
      receipts: RECEIPTS.slice(0, 3),
      flaw: { line: 4, torn: true, from: bytes.length - LINES[3]!.length },
    });
  });

  it('continues from the lines of a run chain that were verified before', () => {
    const beginning = Buffer.concat(LINES.slice(0, 2));
    const verified = { receipts: RECEIPTS.slice(0, 2), length: beginning.length };
    const on = (lines: readonly Uint8Array[]) => checkRunChain(Buffer.concat([beginning, ...lines]), run_id, verified);
    expect(on([])).toEqual({ receipts: RECEIPTS.slice(0, 2) });
    expect(on(LINES.slice(2))).toEqual({ receipts: RECEIPTS });
    expect(on([LINES[3]!]).flaw).toMatchObject({ line: 3, reason: expect.stringContaining('has sequence 4') });
    const forged = runLine({ ...RECEIPTS[2]!, attempt_hash: sha256('other') });
    expect(on([forged]).flaw).toMatchObject({ line: 3, reason: expect.stringContaining('did not sign') });
  });
});
