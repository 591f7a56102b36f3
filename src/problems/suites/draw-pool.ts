import { isArenaProblem } from '../arena-form.ts';
import type { PoolEntry } from './draw-balanced.ts';
import type { Exposure } from './exposure.ts';
import type { BankProblem } from './read-bank.ts';

/** Has the digest of the whole problem, so that a commitment to the pool covers content too. */
export interface CommittedEntry extends PoolEntry {
  readonly digest: string;
}

/**
 * Problems that can be drawn: recorded in the ledger and not retired, sealed or paused. Sorted, so that equal banks
 * give equal pools.
 */
export function drawPool(
  bank: Iterable<BankProblem>,
  exposure: ReadonlyMap<string, Exposure>,
  resting: ReadonlyMap<string, number>,
): readonly CommittedEntry[] {
  const pool: CommittedEntry[] = [];
  for (const { problem, digest, recorded } of bank) {
    const known = exposure.get(problem.id);
    if (!isArenaProblem(problem) || !recorded || known === undefined || known.sealed || known.retiredAt !== undefined)
      continue;
    if (resting.has(problem.id)) continue;
    pool.push({ problem_id: problem.id, category: problem.category, difficulty: problem.difficulty, digest });
  }
  return pool.sort((left, right) => (left.problem_id < right.problem_id ? -1 : 1));
}
