import type { Call } from '../../gateway/calls.ts';
import { ownField } from '../../json/json-object.ts';

/**
 * Ids of all products in searches and product pages that the gateway recorded. Calls end with the attempt, so all of
 * them precede the answer. What the agent claims to have been shown is not evidence.
 */
export function shownProducts(calls: readonly Call[]): ReadonlySet<string> {
  const shown = new Set<string>();
  for (const { kind, status, response } of calls) {
    if ((kind !== 'search' && kind !== 'view') || status !== 200 || !Array.isArray(response)) continue;
    for (const result of response) {
      const id = ownField(result, 'product_id');
      if (typeof id === 'string' || typeof id === 'number') shown.add(String(id));
    }
  }
  return shown;
}
