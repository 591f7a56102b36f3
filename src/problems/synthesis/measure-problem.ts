import { analyse } from '../../market/analysis.ts';
import { MAX_PAGE, type ProductQuery } from '../../market/search.ts';
import { spokenLeaf } from '../language/lexicon.ts';
import type { Measure, SolvingStep, Target } from '../problem.ts';
import type { Drawing } from './draw-problem.ts';
import type { Wish } from './plan-item.ts';

/** After so many searches the solver gives up, and the problem is drawn anew. */
const MAX_SEARCHES = 12;

/** Two listings that only their pages rule out: taking the first that looks right is then mostly wrong. */
const LOOK_RIGHT = 2;

/** Every listing to compare must be within reach of one query: five pages of ten. */
const WITHIN_REACH = 50;

/**
 * How many answers a wish has, how many near misses surround them, and how many searches find one. Nothing if a solver
 * that understands the request and knows the listings' words does not find an answer.
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

/** Over the items of one problem: the scarcest answer, all near misses, all searches, every kind of step. */
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
  /** Listings on the page of the answer that meet price and services but not the rest. */
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

/** The search query of a shopper who understood the request: sellers' words for the thing and its requirements. */
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
