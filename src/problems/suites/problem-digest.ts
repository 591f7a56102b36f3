import { canonicalJson } from '../../json/canonical-json.ts';
import { sha256 } from '../../store/sha256.ts';
import type { Problem } from '../problem.ts';
import { problemToWire } from '../problem-wire.ts';

/** Equal for two problems exactly when everything about them is equal, however their files were written. */
export function problemDigest(problem: Problem): string {
  return sha256(canonicalJson(problemToWire(problem)));
}
