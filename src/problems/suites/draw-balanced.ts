import { Fault } from '../../fault/fault.ts';
import { Random } from '../../random/random.ts';
import type { ArenaCategory, Difficulty } from '../problem.ts';
import { drawHashBytes } from './draw-hash.ts';

/** What a draw looks at. `digest`, where there is one, binds the content and decides nothing. */
export interface PoolEntry {
  readonly problem_id: string;
  readonly category: ArenaCategory;
  readonly difficulty: Difficulty;
}

export const DRAW_SEED = /^[0-9a-f]{64}$/;

/**
 * `size` different problems of the pool: categories as equal as the pool allows and, within each, difficulties. Anyone
 * who knows the seed and the pool, in whatever order, gets the same list in the same order.
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
  // Otherwise the place in the list would give the category away.
  return stream(seed, 'order').sample(chosen, size);
}

/** Whether `drawBalanced` can draw this, whatever the beacon will be; the pool in order if so. */
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

/** One to each in turn until `total` is given out; the order is random, so that no group always gets the odd one. */
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

/** Own numbers for every purpose, from all 32 bytes of the seed. */
function stream(seed: string, purpose: string): Random {
  const bytes = drawHashBytes(`assay draw 1\n${purpose}\n${seed}`);
  const words = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  const [first, ...rest] = Array.from({ length: 8 }, (_, word) => words.getUint32(word * 4));
  return new Random(first!, ...rest);
}

/** By code units: the language of the machine must not decide a draw. */
function compare(left: string, right: string): number {
  return left < right ? -1 : left > right ? 1 : 0;
}

function refuse(message: string, remedy: string): Fault {
  return new Fault('INPUT_INVALID', { message, remedy });
}
