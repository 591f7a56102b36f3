import { canonicalJson } from '../../json/canonical-json.ts';

/** What the agent saw of a problem, before it is hashed. */
export function problemText({ problem_id, query }: { readonly problem_id: string; readonly query: string }): string {
  return canonicalJson({ problem_id, query });
}
