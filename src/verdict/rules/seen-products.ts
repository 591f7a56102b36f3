import type { Call } from '../../gateway/calls.ts';
import { ownField } from '../../json/json-object.ts';

/** Ids of all products that a search or a view gave the agent. What the agent says it was given is not asked. */
export function seenProducts(calls: readonly Call[]): ReadonlySet<string> {
  const seen = new Set<string>();
  for (const { kind, status, response } of calls) {
    if ((kind !== 'search' && kind !== 'view') || status !== 200 || !Array.isArray(response)) continue;
    for (const result of response) {
      const id = ownField(result, 'product_id');
      if (typeof id === 'string' || typeof id === 'number') seen.add(String(id));
    }
  }
  return seen;
}
