/**
 * How many blocks an extrinsic lives, from the block its era begins with: at 12 seconds each, not quite 13 minutes. A
 * power of two from 4 to 65536, as eras are written.
 */
export const ERA_BLOCKS = 64;

/**
 * The era that begins with a block, as an extrinsic carries it: two bytes, of which the lower four bits say how long it
 * is and the others where in its period it begins. Substrate tells the block again from the number of a later one, and
 * signs its hash; an extrinsic that is not in a block when its era ends is dead.
 */
export function mortalEra(block: number, period = ERA_BLOCKS): Uint8Array {
  if (!Number.isSafeInteger(Math.log2(period)) || period < 4 || period > 65_536) {
    throw new RangeError(`an era of ${period} blocks cannot be written`);
  }
  // Long eras begin at every so many blocks only, or twelve bits would not hold the place.
  const step = Math.max(period >> 12, 1);
  if (block % step !== 0) throw new RangeError(`an era of ${period} blocks cannot begin with block ${block}`);
  const written = (Math.log2(period) - 1) | (((block % period) / step) << 4);
  return Uint8Array.of(written & 0xff, written >> 8);
}
