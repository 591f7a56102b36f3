import { analyse } from '../../market/analysis.ts';
import type { Product } from '../../market/product.ts';
import { type EmbeddedSearch, MAX_PAGE, type ProductQuery } from '../../market/search.ts';
import { serviceMask } from '../../market/service.ts';
import type { Measure, Target } from '../problem.ts';
import { checkFacts, checkTarget, meetsPrice, satisfiesTarget } from '../satisfy/check-target.ts';
import type { TitleSimilarity } from '../satisfy/title-similarity.ts';
import { titleWords } from './name-item.ts';
import { targetOf, type Wish } from './wish.ts';

/** Listings looked at when counting look-alikes: families have at most sixteen members, copies a few more. */
const LOOKED_AT = 64;

/** After so many searches the solver gives up, and the problem is drawn anew. */
const MAX_SEARCHES = 12;

/** A measured wish, and what the cheapest of its answers costs. */
export interface MeasuredWish {
  readonly measure: Measure;
  readonly cheapest: number;
}

/**
 * How many answers a wish has, how many near misses surround them, and how hard they are to come by. Nothing when the
 * solver does not find one, or when the words also fit something that the rules would refuse.
 */
export function measureWish(
  search: EmbeddedSearch,
  wish: Wish,
  similarity: TitleSimilarity,
  alike: LookAlikes = new LookAlikes(search, wish.product, similarity),
): MeasuredWish | undefined {
  const target = targetOf(wish);
  if (fitsStrangers(search, wish, target, similarity)) return undefined;
  const answers = new Set<number>();
  for (const doc of alike.docs) {
    // The columns rule most near misses out without unpacking the product.
    if (!meetsColumns(search, target, doc)) continue;
    if (satisfiesTarget(checkTarget(target, alike.product(doc), similarity))) answers.add(doc);
  }
  const searches = searchesNeeded(search, wish, target, answers);
  if (searches === undefined) return undefined;
  return {
    measure: { satisfying: answers.size, nearMisses: alike.docs.length - answers.size, searches },
    cheapest: Math.min(...Array.from(answers, (doc) => search.index.prices[doc]!)),
  };
}

/** Listings looked at for something else that the words would fit. */
const STRANGERS = 30;

/**
 * Whether some product meets every word and fact that is said and would still be refused, because its title is another
 * one. Such a problem punishes an agent for understanding it.
 */
function fitsStrangers(search: EmbeddedSearch, wish: Wish, target: Target, similarity: TitleSimilarity): boolean {
  const said = new Set(analyse(wish.name));
  const { title } = wish.product;
  return search.nearest([...said], STRANGERS).some((doc) => {
    if (!meetsColumns(search, target, doc)) return false;
    const other = search.index.title(doc);
    if (similarity.compare(other, title) >= similarity.threshold) return false;
    const words = new Set(analyse(other));
    if (![...said].every((word) => words.has(word))) return false;
    const { options } = checkFacts(target, search.index.product(doc));
    return options.satisfied === options.stated;
  });
}

function meetsColumns({ index }: EmbeddedSearch, target: Target, doc: number): boolean {
  const wanted = serviceMask(target.services);
  if ((index.services[doc]! & wanted) !== wanted) return false;
  return target.price === undefined || meetsPrice(target.price, index.prices[doc]!);
}

/** Over the items of one problem: the scarcest answer, all near misses, all searches. */
export function combineMeasures(measures: readonly Measure[]): Measure {
  return {
    satisfying: Math.min(...measures.map((measure) => measure.satisfying)),
    nearMisses: measures.reduce((sum, measure) => sum + measure.nearMisses, 0),
    searches: measures.reduce((sum, measure) => sum + measure.searches, 0),
  };
}

/** Products whose titles are similar to one's, that one included. Kept while a product is wished for in several ways. */
export class LookAlikes {
  readonly docs: readonly number[];
  readonly #search: EmbeddedSearch;
  readonly #products = new Map<number, Product>();

  constructor(search: EmbeddedSearch, product: Product, similarity: TitleSimilarity) {
    this.#search = search;
    const near = search.nearest(analyse(titleWords(product.title).join(' ')), LOOKED_AT);
    this.docs = near.filter(
      (doc) => similarity.compare(search.index.title(doc), product.title) >= similarity.threshold,
    );
  }

  product(doc: number): Product {
    const product = this.#products.get(doc) ?? this.#search.index.product(doc);
    this.#products.set(doc, product);
    return product;
  }
}

/**
 * A solver without insight: it searches for the name with every filter the tool offers, turns pages, then tries with
 * the other words it was given. Counts searches until an answer is on the page.
 */
function searchesNeeded(
  search: EmbeddedSearch,
  wish: Wish,
  target: Target,
  answers: ReadonlySet<number>,
): number | undefined {
  const words = wish.constraints.flatMap((constraint) => {
    if (constraint.kind === 'brand') return [constraint.brand];
    return constraint.kind === 'attribute' || constraint.kind === 'option' ? [constraint.value] : [];
  });
  const filters = { services: target.services, sort: 'default', ...priceFilter(target) } as const;
  const attempts: Omit<ProductQuery, 'page'>[] = [
    { terms: analyse(wish.name), ...filters },
    { terms: analyse([wish.name, ...words].join(' ')), ...filters },
    { terms: analyse([wish.name, ...words].join(' ')), services: [], sort: 'default' },
  ];
  let searches = 0;
  for (const attempt of attempts) {
    for (let page = 1; page <= Math.min(MAX_PAGE, 4) && searches < MAX_SEARCHES; page++) {
      searches++;
      if (search.pageOf({ ...attempt, page }).some((doc) => answers.has(doc))) return searches;
    }
  }
  return undefined;
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
