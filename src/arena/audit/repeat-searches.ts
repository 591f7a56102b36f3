import { Fault } from '../../fault/fault.ts';
import type { Call } from '../../gateway/calls.ts';
import { canonicalJson } from '../../json/canonical-json.ts';
import { parseJson } from '../../json/parse-json.ts';
import { findProducts, viewProducts } from '../../market/answer-market-request.ts';
import type { Search } from '../../market/search.ts';

/** The market that validators download from this arena. */
export interface AuditMarket {
  readonly path: string;
  /** Whether bad parameters are handled silently, as the arena tells validators. */
  readonly compat: boolean;
}

export interface RepeatedSearches {
  readonly repeated: number;
  readonly differing: number;
}

/**
 * Repeats recorded searches and product views. Both depend on nothing but the market and the parameters, so another
 * answer than the recorded one was not the market's.
 */
export async function repeatSearches(
  calls: readonly Pick<Call, 'kind' | 'status' | 'parameters' | 'response'>[],
  search: Search,
  compat: boolean,
): Promise<RepeatedSearches> {
  let repeated = 0;
  let differing = 0;
  for (const { kind, status, parameters, response } of calls) {
    if ((kind !== 'search' && kind !== 'view') || status !== 200) continue;
    repeated++;
    const ask = kind === 'search' ? findProducts : viewProducts;
    try {
      const found = await ask(search, parameters, compat);
      if (canonicalJson(found) !== canonicalJson(asValue(response))) differing++;
    } catch (error) {
      // The market rejects these parameters, so it did not answer them with products.
      if (!Fault.isInstance(error) || error.owner !== 'caller') throw error;
      differing++;
    }
  }
  return { repeated, differing };
}

/** A recorded body is text if parsing would change it. */
function asValue(response: unknown): unknown {
  if (typeof response !== 'string') return response;
  const json = parseJson(response);
  return json.ok ? json.value : response;
}
