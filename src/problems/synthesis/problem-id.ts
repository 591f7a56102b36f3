import { sha256 } from '../../store/sha256.ts';
import type { Problem } from '../problem.ts';

/** Id derived from the content of a problem: equal problems get the same id, different ones another. */
export function problemId({
  category,
  query,
  targets,
  voucher,
}: Omit<Problem, 'id' | 'difficulty' | 'measure'>): string {
  return sha256(JSON.stringify([category, query, targets, voucher ?? null])).slice(0, 16);
}
