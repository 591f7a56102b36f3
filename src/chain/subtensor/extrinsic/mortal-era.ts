/**
 * Number of blocks in which an extrinsic is valid, from the first block of its era: at 12 seconds each, almost 13
 * minutes. Eras can only be powers of two from 4 to 65536.
 */
export const ERA_BLOCKS = 64;

/**
 * Encodes the era that begins with a block: two bytes, of which the lower four bits give the length and the others the
 * position of the first block in the period. Substrate recovers that block from the number of a later one, and the
 * signature covers its hash. An extrinsic that is not in a block when its era ends is invalid.
 */
export function mortalEra(block: number, period = ERA_BLOCKS): Uint8Array {
  if (!Number.isSafeInteger(Math.log2(period)) || period < 4 || period > 65_536) {
    throw new RangeError(`an era of ${period} blocks cannot be written`);
  }
  // Long eras can begin only at multiples of `step`, because the position has twelve bits.
  const step = Math.max(period >> 12, 1);
  if (block % step !== 0) throw new RangeError(`an era of ${period} blocks cannot begin with block ${block}`);
  const written = (Math.log2(period) - 1) | (((block % period) / step) << 4);
  return Uint8Array.of(written & 0xff, written >> 8);
}
