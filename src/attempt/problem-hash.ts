import { canonicalJson } from '../store/canonical-json.ts';
import { sha256 } from '../store/sha256.ts';

/** Of what the agent saw of a problem. What it must not see may change without making another problem of it. */
export function problemHash({ problem_id, query }: { readonly problem_id: string; readonly query: string }): string {
  return sha256(canonicalJson({ problem_id, query }));
}
