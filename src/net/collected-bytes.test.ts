import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { CollectedBytes } from './collected-bytes.ts';

describe('CollectedBytes', () => {
  it('returns the added bytes in order, for any chunk sizes', () => {
    const piece = fc.uint8Array({ maxLength: 10_000 });
    fc.assert(
      fc.property(fc.array(piece, { maxLength: 20 }), (pieces) => {
        const collected = new CollectedBytes();
        // Simulates a socket that reuses its read buffer.
        const shared = new Uint8Array(10_000);
        for (const part of pieces) {
          shared.set(part);
          collected.add(shared.subarray(0, part.length));
          shared.fill(0);
        }
        expect(Buffer.from(collected.bytes()).equals(Buffer.concat(pieces))).toBe(true);
        expect(collected.length).toBe(pieces.reduce((sum, part) => sum + part.length, 0));
      }),
    );
  });

  it('clearing removes the collected bytes', () => {
    const collected = new CollectedBytes();
    collected.add(Uint8Array.of(1, 2, 3));
    collected.clear();
    collected.add(Uint8Array.of(4));
    expect([...collected.bytes()]).toEqual([4]);
  });
});
