import { Random } from '../../random/random.ts';
import { STREAM } from './streams.ts';

/** Families do not cross blocks, so a product's family is found by replaying the sizes of one block. */
const BLOCK = 64;
const MEAN_FAMILY_SIZE = 4;
const MAX_FAMILY_SIZE = 16;

export interface FamilyPosition {
  /** Key of the family's random streams. */
  readonly family: number;
  /** 0 is the original listing; the others are its near misses. */
  readonly member: number;
}

/**
 * Maps a rank in the order of ids to its family. A fixed permutation spreads the members of a family over the ranks:
 * neighbouring ids would reveal that listings are related.
 */
export class FamilyLayout {
  readonly #products: number;
  readonly #seed: number;
  readonly #stride: number;
  readonly #shift: number;

  constructor(products: number, seed: number) {
    const random = new Random(seed, STREAM.layout);
    this.#products = products;
    this.#seed = seed;
    this.#shift = random.integer(Math.max(1, products));
    this.#stride = strideCoprimeTo(products, random);
  }

  placeOf(rank: number): FamilyPosition {
    const slot = (rank * this.#stride + this.#shift) % this.#products;
    const block = Math.floor(slot / BLOCK);
    const random = new Random(this.#seed, STREAM.layout, block);
    let start = block * BLOCK;
    for (;;) {
      const size = Math.min(random.geometric(MEAN_FAMILY_SIZE), MAX_FAMILY_SIZE);
      if (slot < start + size || start + size >= (block + 1) * BLOCK) return { family: start, member: slot - start };
      start += size;
    }
  }
}

function strideCoprimeTo(products: number, random: Random): number {
  let stride = Math.max(1, Math.floor(products * (0.4 + 0.2 * random.next())));
  while (greatestCommonDivisor(stride, products) !== 1) stride++;
  return stride;
}

function greatestCommonDivisor(left: number, right: number): number {
  while (right !== 0) [left, right] = [right, left % right];
  return left;
}
