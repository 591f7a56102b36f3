import type { PoolEntry } from './draw-balanced.ts';
import type { Exposure } from './exposure.ts';
import type { BankProblem } from './read-bank.ts';

/** What may be drawn: entered in the ledger, neither retired nor sealed. Sorted, so that equal banks give equal pools. */
export function drawPool(bank: Iterable<BankProblem>, exposure: ReadonlyMap<string, Exposure>): readonly PoolEntry[] {
  const pool: PoolEntry[] = [];
  for (const { problem, recorded } of bank) {
    const known = exposure.get(problem.id);
    if (!recorded || known === undefined || known.sealed || known.retiredAt !== undefined) continue;
    pool.push({ problem_id: problem.id, category: problem.category, difficulty: problem.difficulty });
  }
  return pool.sort((left, right) => (left.problem_id < right.problem_id ? -1 : 1));
}
