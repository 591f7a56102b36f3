import { canonicalJson } from '../../json/canonical-json.ts';
import { sha256 } from '../../store/sha256.ts';
import type { Problem } from '../problem.ts';
import { problemToWire } from '../problem-wire.ts';

/**
 * Two problems have the same digest if and only if all their content is equal, whatever the formatting of their files.
 */
export function problemDigest(problem: Problem): string {
  return sha256(canonicalJson(problemToWire(problem)));
}
