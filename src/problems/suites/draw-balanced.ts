import { Fault } from '../../fault/fault.ts';
import { Random } from '../../random/random.ts';
import type { ArenaCategory, Difficulty } from '../problem.ts';
import { drawHashBytes } from './draw-hash.ts';

/** Input of a draw. `digest`, if present, binds the content and does not affect the draw. */
export interface PoolEntry {
  readonly problem_id: string;
  readonly category: ArenaCategory;
  readonly difficulty: Difficulty;
}

export const DRAW_SEED = /^[0-9a-f]{64}$/;

/**
 * Draws `size` different problems from the pool, with categories as equal as the pool allows and, within each,
 * difficulties. The same seed and pool, in any order, give the same list in the same order.
 */
export function drawBalanced(pool: readonly PoolEntry[], size: number, seed: string): readonly string[] {
  const sorted = assertDrawable(pool, size, seed);
  const chosen: string[] = [];
  const categories = groups(sorted, (entry) => entry.category);
  const categoryShares = equalShares(categories, size, stream(seed, 'categories'));
  for (const [place, [category, entries]] of categories.entries()) {
    const difficulties = groups(entries, (entry) => entry.difficulty);
    const shares = equalShares(difficulties, categoryShares[place]!, stream(seed, `difficulties/${category}`));
    for (const [cell, [difficulty, candidates]] of difficulties.entries()) {
      const random = stream(seed, `problems/${category}/${difficulty}`);
      for (const { problem_id: problemId } of random.sample(candidates, shares[cell]!)) chosen.push(problemId);
    }
  }
  // Shuffles, because otherwise the position in the list would reveal the category.
  return stream(seed, 'order').sample(chosen, size);
}

/** Throws unless `drawBalanced` can draw this whatever the beacon will be. Returns the sorted pool. */
export function assertDrawable(pool: readonly PoolEntry[], size: number, seed: string): readonly PoolEntry[] {
  if (!DRAW_SEED.test(seed)) throw refuse('The seed of a draw is 64 lower-case hex digits.', 'Give such a seed.');
  const sorted = pool.toSorted((left, right) => compare(left.problem_id, right.problem_id));
  const repeated = sorted.find((entry, place) => entry.problem_id === sorted[place - 1]?.problem_id);
  if (repeated !== undefined) {
    throw refuse(`Problem ${repeated.problem_id} is in the pool twice.`, 'Remove one of them.');
  }
  if (!Number.isInteger(size) || size < 1 || size > pool.length) {
    throw refuse(
      `${size} problems cannot be drawn from a pool of ${pool.length}.`,
      'Draw fewer problems, or add problems to the bank.',
    );
  }
  return sorted;
}

type Group = readonly [name: string, entries: readonly PoolEntry[]];

function groups(entries: readonly PoolEntry[], nameOf: (entry: PoolEntry) => string): readonly Group[] {
  return [...Map.groupBy(entries, nameOf)].sort(([left], [right]) => compare(left, right));
}

/** Hands out `total` round-robin. The order is random, so that no group always gets the remainder. */
function equalShares(parts: readonly Group[], total: number, random: Random): readonly number[] {
  const order = random.sample([...parts.keys()], parts.length);
  const shares = parts.map(() => 0);
  let left = total;
  while (left > 0) {
    for (const place of order) {
      if (left === 0 || shares[place]! >= parts[place]![1].length) continue;
      shares[place]!++;
      left--;
    }
  }
  return shares;
}

/** A separate random stream per purpose, derived from all 32 bytes of the seed. */
function stream(seed: string, purpose: string): Random {
  const bytes = drawHashBytes(`assay draw 1\n${purpose}\n${seed}`);
  const words = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  const [first, ...rest] = Array.from({ length: 8 }, (_, word) => words.getUint32(word * 4));
  return new Random(first!, ...rest);
}

/** Compares code units: the locale of the machine must not affect a draw. */
function compare(left: string, right: string): number {
  return left < right ? -1 : left > right ? 1 : 0;
}

function refuse(message: string, remedy: string): Fault {
  return new Fault('INPUT_INVALID', { message, remedy });
}
