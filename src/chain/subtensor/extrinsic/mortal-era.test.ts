import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { mortalEra } from './mortal-era.ts';

/** The first block of an era, computed as a node does from the number of the block the extrinsic is in. */
function birthOf(era: Uint8Array, current: number): number {
  const written = era[0]! | (era[1]! << 8);
  const period = 2 << (written & 0b1111);
  const step = Math.max(period >> 12, 1);
  const phase = (written >> 4) * step;
  return Math.floor((Math.max(current, phase) - phase) / period) * period + phase;
}

describe('a mortal era', () => {
  it('encodes a mortal era as the reference does', () => {
    expect([...mortalEra(66)]).toEqual([0x25, 0x00]);
    expect([...mortalEra(42)]).toEqual([0xa5, 0x02]);
    expect([...mortalEra(20_000, 32_768)]).toEqual([78, 156]);
  });

  it('every block of a mortal era gives its first block, and no later block does', () => {
    const blocks = fc.integer({ min: 0, max: 2 ** 40 });
    fc.assert(
      fc.property(
        blocks,
        fc.constantFrom(4, 64, 128, 4096),
        fc.double({ min: 0, max: 0.999, noNaN: true }),
        (block, period, share) => {
          const era = mortalEra(block, period);
          expect(birthOf(era, block + Math.floor(share * period))).toBe(block);
          expect(birthOf(era, block + period)).not.toBe(block);
        },
      ),
    );
  });

  it('rejects a mortal era whose period or first block does not fit two bytes', () => {
    for (const period of [0, 2, 63, 131_072]) expect(() => mortalEra(8, period)).toThrow(RangeError);
    expect(() => mortalEra(20_001, 32_768)).toThrow(RangeError);
  });
});
