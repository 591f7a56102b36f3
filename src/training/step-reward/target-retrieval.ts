import { parseProductQuery, type Search } from '../../market/search.ts';
import type { Problem } from '../../problems/problem.ts';
import type { SameTarget } from './match-calls.ts';
import type { ReadCall } from './read-call.ts';

/** Size of the cache of searches per problem; a rollout makes a few dozen. */
const MAX_REMEMBERED = 2_000;

/** Checks in the market whether two searches return the same target product of a problem. */
export function targetRetrieval(search: Pick<Search, 'find'>, { targets }: Problem): SameTarget {
  const wanted = new Set(targets.map(({ productId }) => productId));
  const known = new Map<string, Promise<ReadonlySet<string>>>();
  const targetsShown = (call: ReadCall): Promise<ReadonlySet<string>> => {
    const before = known.get(call.key);
    if (before !== undefined) return before;
    if (known.size >= MAX_REMEMBERED) known.clear();
    const shown = lookUp(search, call, wanted);
    known.set(call.key, shown);
    return shown;
  };
  return async (asked, teacher) => {
    const [own, other] = [await targetsShown(asked), await targetsShown(teacher)];
    return [...own].some((id) => other.has(id));
  };
}

async function lookUp(search: Pick<Search, 'find'>, call: ReadCall, wanted: ReadonlySet<string>) {
  const texts = Object.entries(call.arguments ?? {}).map(([name, value]) => [name, String(value)]);
  let query: ReturnType<typeof parseProductQuery>;
  try {
    query = parseProductQuery(Object.fromEntries(texts));
  } catch {
    return new Set<string>();
  }
  const cards = query === undefined ? [] : await search.find(query);
  return new Set(cards.map(({ product_id }) => product_id).filter((id) => wanted.has(id)));
}
