import { analyse } from '../../market/analysis.ts';
import type { Product } from '../../market/product.ts';
import type { EmbeddedSearch, ProductQuery } from '../../market/search.ts';
import { SERVICES, type Service } from '../../market/service.ts';
import type { Floor, Problem } from '../problem.ts';
import { solvesProblem } from '../satisfy/solves-problem.ts';
import type { TitleSimilarity } from '../satisfy/title-similarity.ts';
import { splitRequest } from './split-request.ts';

/** Returns the products that a policy without a model recommends. */
type FloorPolicy = (search: EmbeddedSearch, query: string) => readonly Product[];

/**
 * Policies that do not understand the request. Solving a problem this way does not show that an agent can shop. Every
 * evaluation report lists them as rows, and no suite may let them solve more than `FLOOR_LIMITS`.
 */
const FLOOR_POLICIES: Readonly<Record<Floor, FloorPolicy>> = { echo, top1, script };

/** The largest share of a suite that each policy may solve. */
export const FLOOR_LIMITS: Readonly<Record<Floor, number>> = { echo: 0.1, top1: 0.25, script: 0.35 };

export function floorsThatSolve(search: EmbeddedSearch, problem: Problem, similarity: TitleSimilarity): Floor[] {
  return (Object.keys(FLOOR_POLICIES) as Floor[]).filter((floor) =>
    solvesProblem(problem, FLOOR_POLICIES[floor](search, problem.query), similarity),
  );
}

/** Products that a policy recommends; graded like a model's recommendation. */
export function floorProducts(floor: Floor, search: EmbeddedSearch, query: string): readonly Product[] {
  return FLOOR_POLICIES[floor](search, query);
}

/** Searches the whole request as one query and takes the first hit. */
function echo(search: EmbeddedSearch, query: string): readonly Product[] {
  return firstHit(search, query);
}

/** Searches each item separately and takes the first hit of each. */
function top1(search: EmbeddedSearch, query: string): readonly Product[] {
  return splitRequest(query).items.flatMap((item) => firstHit(search, item));
}

function firstHit(search: EmbeddedSearch, text: string): Product[] {
  const terms = analyse(text);
  const [doc] = search.nearest(terms, 1);
  return doc === undefined ? [] : [search.index.product(doc)];
}

/** Number of candidates per item whose pages the script reads. */
const READ = 40;

/**
 * Searches each item with the filters that patterns can extract, opens the results, and takes the listing that shares
 * the most rare words with the request. For one shop, it takes the shop whose listings share the most.
 */
function script(search: EmbeddedSearch, query: string): readonly Product[] {
  const { items, rules } = splitRequest(query);
  const oneShop = /\b(?:one|same|single|a|which)\s+(?:shop|store|seller)\b/i.test(query);
  const shared = servicesIn(
    query.match(/\b(?:both|each of them|all of them|every single one|either one)\b[^.]*/gi)?.join(' ') ?? '',
  );
  const ranked = items.map((item) => rankCandidates(search, item, shared));
  if (oneShop && items.length > 1) return bestShop(ranked);
  const cheap = rules !== '';
  return ranked.flatMap((candidates) => {
    const best = candidates.slice(0, cheap ? 3 : 1).sort((left, right) => left.product.price - right.product.price);
    return best.slice(0, 1).map(({ product }) => product);
  });
}

interface Candidate {
  readonly product: Product;
  readonly score: number;
}

function rankCandidates(search: EmbeddedSearch, item: string, shared: readonly Service[]): Candidate[] {
  const services = [...new Set([...servicesIn(item), ...shared])];
  const price = priceIn(item);
  const terms = analyse(item);
  const base: Omit<ProductQuery, 'page'> = { terms, services, sort: 'default', ...(price && { price }) };
  const docs = [1, 2, 3, 4].flatMap((page) => search.pageOf({ ...base, page })).slice(0, READ);
  const products = docs.map((doc) => search.index.product(doc));
  const pages = products.map((product) => new Set(analyse(pageText(product))));
  const rarity = (term: string): number =>
    Math.log(1 + pages.length / (1 + pages.filter((page) => page.has(term)).length));
  return products
    .map((product, place) => ({
      product,
      score: [...new Set(terms)].reduce((sum, term) => sum + (pages[place]!.has(term) ? rarity(term) : 0), 0),
    }))
    .sort((left, right) => right.score - left.score);
}

function pageText(product: Product): string {
  const options = Object.values(product.sku_options).flatMap((variant) => Object.values(variant));
  const attributes = Object.entries(product.attributes).flatMap(([key, values]) => [
    key.replaceAll('_', ' '),
    ...values,
  ]);
  return [product.title, product.description, product.short_description, ...options, ...attributes].join(' ');
}

function bestShop(ranked: readonly (readonly Candidate[])[]): Product[] {
  const shops = new Map<string, (Candidate | undefined)[]>();
  for (const [place, candidates] of ranked.entries()) {
    for (const candidate of candidates) {
      const shop = candidate.product.shop_id;
      const picks = shops.get(shop) ?? Array.from({ length: ranked.length });
      picks[place] ??= candidate;
      shops.set(shop, picks);
    }
  }
  const complete = [...shops.values()].filter((picks) => picks.every((pick) => pick !== undefined)) as Candidate[][];
  const total = (picks: readonly Candidate[]): number => picks.reduce((sum, { score }) => sum + score, 0);
  const best = complete.sort((left, right) => total(right) - total(left))[0];
  return (best ?? ranked.flatMap((candidates) => candidates.slice(0, 1))).map(({ product }) => product);
}

const SERVICE_WORDS: Readonly<Record<Service, RegExp>> = {
  official: /\bofficial\b|\bflagship\b|\blazmall\b/i,
  freeShipping:
    /\bfree\b.{0,20}\b(?:ship|deliver)|\bship\w* (?:for )?free|\bno (?:delivery|shipping) fee|without a delivery fee/i,
  COD: /\bcod\b|\bon delivery\b|\bin cash\b|\bwhen the parcel arrives\b/i,
  flashsale: /\bflash|\blimited-time\b/i,
};

function servicesIn(text: string): Service[] {
  return SERVICES.filter((service) => SERVICE_WORDS[service].test(text));
}

function priceIn(text: string): { low: number; high: number } | undefined {
  const number = '([\\d,]+)';
  const read = (digits: string | undefined): number => Number((digits ?? '').replaceAll(',', ''));
  const range = new RegExp(`(?:between|from) ${number} (?:and|to) ${number}|${number} to ${number} pesos`, 'i').exec(
    text,
  );
  if (range !== null) return { low: read(range[1] ?? range[3]), high: read(range[2] ?? range[4]) };
  const low = new RegExp(
    `(?:at least|from|above|over|more than|cheaper than) ${number}|${number} pesos or more`,
    'i',
  ).exec(text);
  if (low !== null) return { low: read(low[1] ?? low[2]), high: Infinity };
  const high = new RegExp(`(?:no more than|within|under|below|limit of) ${number}|${number} pesos at most`, 'i').exec(
    text,
  );
  return high === null ? undefined : { low: 0, high: read(high[1] ?? high[2]) };
}
