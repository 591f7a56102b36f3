import { canonicalJson } from '../../json/canonical-json.ts';

/** Text of what the agent saw of a problem, for hashing. */
export function problemText({ problem_id, query }: { readonly problem_id: string; readonly query: string }): string {
  return canonicalJson({ problem_id, query });
}
