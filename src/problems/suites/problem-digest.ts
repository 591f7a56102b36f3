import type { Problem } from '../problem.ts';
import { problemToWire } from '../problem-wire.ts';
import { canonicalJson } from './canonical-json.ts';
import { sha256 } from './sha256.ts';

/** Equal for two problems exactly when everything about them is equal, however their files were written. */
export function problemDigest(problem: Problem): string {
  return sha256(canonicalJson(problemToWire(problem)));
}
