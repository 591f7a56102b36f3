import { analyse } from '../../market/analysis.ts';
import { MAX_PAGE, type ProductQuery } from '../../market/search.ts';
import { spokenLeaf } from '../language/lexicon.ts';
import type { Measure, SolvingStep, Target } from '../problem.ts';
import type { Drawing } from './draw-problem.ts';
import type { Wish } from './plan-item.ts';

/** After this many searches the solver gives up and the problem is redrawn. */
const MAX_SEARCHES = 12;

/**
 * With at least this many listings that only their pages rule out, taking the first that looks right is usually wrong.
 */
const LOOK_RIGHT = 2;

/** All listings to compare must be found by one query within this many results: five pages of ten. */
const WITHIN_REACH = 50;

/**
 * Counts the answers to a wish, the near misses and the searches needed to find an answer. `undefined` if a solver that
 * understands the request and uses the listings' words finds no answer.
 */
export function measureWish(drawing: Drawing, wish: Wish, target: Target): Measure | undefined {
  const found = searchesNeeded(drawing, wish, target);
  if (found === undefined) return undefined;
  if (wish.choice !== undefined && !canCompareAll(drawing, wish)) return undefined;
  const steps: SolvingStep[] = [];
  const hidden = wish.request.facts.some(({ kind }) => kind === 'values' || kind === 'not');
  if (hidden && found.lookRight >= LOOK_RIGHT) steps.push('page');
  if (wish.choice !== undefined) steps.push('compare');
  if (wish.calculates) steps.push('arithmetic');
  return { satisfying: wish.accepted.length, nearMisses: wish.nearMisses, searches: found.searches, steps };
}

/** Combines the items of one problem: the fewest answers, the sum of near misses and searches, all kinds of steps. */
export function combineMeasures(measures: readonly Measure[], hasVoucher: boolean): Measure {
  const steps = new Set(measures.flatMap((measure) => measure.steps ?? []));
  if (hasVoucher) steps.add('arithmetic');
  return {
    satisfying: Math.min(...measures.map((measure) => measure.satisfying)),
    nearMisses: measures.reduce((sum, measure) => sum + measure.nearMisses, 0),
    searches: measures.reduce((sum, measure) => sum + measure.searches, 0),
    steps: [...steps].sort(),
  };
}

interface Found {
  readonly searches: number;
  /** Listings of the same kind, on the page with the answer, that meet price and services but are not answers. */
  readonly lookRight: number;
}

function searchesNeeded({ search, listings }: Drawing, wish: Wish, target: Target): Found | undefined {
  const answers = new Set(wish.accepted);
  let searches = 0;
  for (const attempt of queriesFor(wish, target)) {
    for (let page = 1; page <= Math.min(MAX_PAGE, 3) && searches < MAX_SEARCHES; page++) {
      searches++;
      const docs = search.pageOf({ ...attempt, page });
      if (!docs.some((doc) => answers.has(doc))) continue;
      const kind = wish.product.category.join('>');
      const rivals = docs.filter((doc) => !answers.has(doc) && listings.product(doc).category.join('>') === kind);
      return { searches, lookRight: rivals.length };
    }
  }
  return undefined;
}

/** Search queries of a shopper who understood the request: sellers' words for the product and its requirements. */
function queriesFor(wish: Wish, target: Target): Omit<ProductQuery, 'page'>[] {
  const nouns = spokenLeaf(wish.request.leaf)?.leaf.nouns ?? [wish.language.needs[0]!];
  const said = wish.request.facts.flatMap((fact) => {
    if (fact.kind === 'brand') return [fact.brand];
    return fact.kind === 'values' ? fact.values.slice(0, 3) : [];
  });
  const filters = { services: target.services, sort: 'default', ...priceFilter(target) } as const;
  return nouns.slice(0, 2).flatMap((noun) => [
    { terms: analyse([noun, ...said].join(' ')), ...filters },
    { terms: analyse(noun), ...filters },
  ]);
}

function canCompareAll({ search }: Drawing, wish: Wish): boolean {
  const [query] = queriesFor(wish, { services: [], productId: '', titles: [], options: {}, attributes: {} });
  const reached = new Set(search.nearest(query!.terms, WITHIN_REACH));
  return wish.meeting.every((doc) => reached.has(doc));
}

function priceFilter({ price }: Target): Pick<ProductQuery, 'price'> {
  if (price === undefined) return {};
  return {
    price: {
      low: 0,
      high: Infinity,
      ...('low' in price && { low: price.low }),
      ...('high' in price && { high: price.high }),
    },
  };
}
