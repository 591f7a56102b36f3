import { sha256 } from '../../store/sha256.ts';
import type { Problem } from '../problem.ts';

/** A problem is what it asks and what it wants: the same gets the same id, anything else another. */
export function problemId({
  category,
  query,
  targets,
  voucher,
}: Omit<Problem, 'id' | 'difficulty' | 'measure'>): string {
  return sha256(JSON.stringify([category, query, targets, voucher ?? null])).slice(0, 16);
}
