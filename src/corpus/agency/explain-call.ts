import { type Emission, isMacro, isOwnMacro } from './emission.ts';
import type { ExecutedCall } from './executed-call.ts';
import type { NormalSearch } from './normal-arguments.ts';

/**
 * How an emission accounts for an executed call. `emitted`: the same tool with the same arguments. `expanded`: part of
 * what a macro does, or another page of the same search. `amended`: the words or products are the model's, but the
 * program changed or added something that the model did not say.
 */
export type Explanation = 'emitted' | 'expanded' | 'amended';

/** A query cut after this many characters still counts as the same query. */
const CUT_CHARACTERS = 60;

/** What an emission already accounts for. */
export interface Uses {
  readonly calls: readonly ExecutedCall[];
}

/** An agent's own macro that makes more calls than this is a program, not a tool. */
const MAX_OWN_MACRO_CALLS = 3;
const MAX_PAGES = 5;

export function explainCall(executed: ExecutedCall, emission: Emission, uses: Uses): Explanation | undefined {
  if (isMacro(emission)) return explainByMacro(executed, emission, uses);
  if (emission.call.name !== executed.tool) return undefined;
  return executed.search === null
    ? explainView(executed, emission, uses)
    : explainSearch(executed.search, emission.search!, uses);
}

function explainSearch(executed: NormalSearch, emitted: NormalSearch, { calls }: Uses): Explanation | undefined {
  if (!sameQuery(executed.q, emitted.q)) return undefined;
  const same = (field: keyof NormalSearch): boolean => executed[field] === emitted[field];
  // A harness may drop a filter that a tool would refuse, but must not add one that the model did not use.
  const kept = (field: keyof NormalSearch): boolean => same(field) || executed[field] === '';
  const filters = kept('shop') && kept('price') && kept('sort') && kept('service');
  if (!filters) return 'amended';
  const isRetry = calls.some(({ failed }) => failed);
  if (same('page')) return calls.length === 0 || isRetry ? 'emitted' : undefined;
  return calls.length > 0 && calls.length < MAX_PAGES ? 'expanded' : 'amended';
}

function explainView({ ids }: ExecutedCall, emission: Emission, { calls }: Uses): Explanation | undefined {
  if (ids.length === 0) return undefined;
  const wanted = new Set(emission.ids);
  const known = ids.filter((id) => wanted.has(id));
  if (known.length === 0) return undefined;
  if (known.length < ids.length) return 'amended';
  // Harnesses open long lists in parts.
  const opened = new Set(calls.flatMap((call) => (call.failed ? [] : call.ids)));
  return ids.some((id) => !opened.has(id)) ? 'emitted' : undefined;
}

function explainByMacro(executed: ExecutedCall, emission: Emission, { calls }: Uses): Explanation | undefined {
  if (isOwnMacro(emission) && calls.length >= MAX_OWN_MACRO_CALLS) return undefined;
  const { leaves } = emission;
  if (executed.search === null) {
    const found = new Set(calls.flatMap(({ shown }) => shown));
    const given = executed.ids.length > 0 && executed.ids.every((id) => leaves.has(id) || found.has(id));
    return given ? 'expanded' : undefined;
  }
  const { q, price, service } = executed.search;
  if (q === '' || !leaves.has(q)) return undefined;
  const stated = price === '' || leaves.has(price.toLowerCase());
  const served = service === '' || service.split(',').every((each) => leaves.has(each.toLowerCase()));
  return stated && served ? 'expanded' : 'amended';
}

function sameQuery(executed: string, emitted: string): boolean {
  if (executed === '') return false;
  if (executed === emitted) return true;
  if (executed.length >= CUT_CHARACTERS && emitted.startsWith(executed)) return true;
  return unescaped(executed) === emitted;
}

/** Some clients encode a query twice. */
function unescaped(query: string): string {
  if (!/[%+]/.test(query)) return query;
  try {
    return decodeURIComponent(query.replaceAll('+', ' ')).toLowerCase();
  } catch {
    return query;
  }
}
