import { sha256 } from '../store/sha256.ts';
import type { Category, Target } from './problem.ts';

/** A problem is what it asks and what it wants: the same gets the same id, anything else another. */
export function problemId(category: Category, query: string, targets: readonly Target[]): string {
  return sha256(JSON.stringify([category, query, targets])).slice(0, 16);
}
