import type { Product } from '../../market/product.ts';
import type { EmbeddedSearch } from '../../market/search.ts';
import { Random } from '../../random/random.ts';
import { floorsThatSolve } from '../floors/floors.ts';
import { composeRequest } from '../language/compose-request.ts';
import { readRequest } from '../language/read-request.ts';
import type { Words } from '../language/reserved-words.ts';
import type { ArenaCategory, Category, Difficulty, Measure, Problem, Voucher } from '../problem.ts';
import { solvesProblem } from '../satisfy/solves-problem.ts';
import type { TitleSimilarity } from '../satisfy/title-similarity.ts';
import type { CartItem } from '../satisfy/voucher-price.ts';
import { drawVoucher } from './draw-voucher.ts';
import { drawLinks } from './link-items.ts';
import type { ListingsByKind } from './listings-by-kind.ts';
import { combineMeasures, measureWish } from './measure-problem.ts';
import { planItem, targetOf, type Wish } from './plan-item.ts';
import { problemId } from './problem-id.ts';
import { voucherPhrase } from './voucher-phrases.ts';

/** Difficulty points at which "medium" and "hard" begin, chosen so that each third is well filled. */
const MEDIUM_FROM = 2;
const HARD_FROM = 5;

/** Depends only on the category, the number of items and the measurements. */
export function difficultyOf(category: Category, items: number, measure: Measure): Difficulty {
  const scarcity = measure.satisfying <= 1 ? 2 : measure.satisfying <= 4 ? 1 : 0;
  const confusion = Math.min(3, Math.floor(Math.log2(1 + measure.nearMisses / items / 25)));
  const effort = Math.min(3, Math.ceil(measure.searches / items) - 1);
  const comparing = measure.steps?.includes('compare') ? 1.5 : 0;
  const breadth = (items - 1) * 0.75 + (category === 'voucher' ? 1 : 0);
  const points = scarcity + confusion + effort + comparing + breadth;
  return points < MEDIUM_FROM ? 'easy' : points < HARD_FROM ? 'medium' : 'hard';
}

export interface Drawing {
  readonly search: EmbeddedSearch;
  readonly listings: ListingsByKind;
  readonly similarity: TitleSimilarity;
  readonly seed: number;
  readonly words: Words;
  /** Numbers of the listings of the same kind. */
  sameKind(doc: number): readonly number[];
}

const STREAM = 12;
const MAX_TRIES = 120;

/** Shares of the numbers of items in the public benchmark, from one item on. */
const SHOP_ITEMS = [0, 0.36, 0.34, 0.3];
const VOUCHER_ITEMS = [0.09, 0.28, 0.32, 0.31];

/** Share of voucher carts of several items that are drawn from one shop. About half of all vouchers are then for a shop. */
const ONE_SHOP_VOUCHERS = 0.65;

/** What a problem asks for, apart from the goods. */
interface Cart {
  readonly items: number;
  readonly isOneShop: boolean;
}

/** A problem and the wishes it was composed from, so that it can be reworded. */
export interface DrawnProblem {
  readonly problem: Problem;
  readonly wishes: readonly Wish[];
  /** The part of the query before budget and voucher. */
  readonly itemText: string;
}

/**
 * Draws problem number `number` of its category, again until it can be solved. The result depends only on market and
 * seed. `undefined` if every try failed, by chance or because the market has no listings for such a problem.
 */
export function drawProblem(drawing: Drawing, category: ArenaCategory, number: number): DrawnProblem | undefined {
  const stream = [drawing.seed, STREAM, CATEGORY_STREAM[category], number] as const;
  // Once for all tries: carts of several items fail more often, and would be too few if each try chose again.
  const cart = drawCart(new Random(...stream), category);
  for (let attempt = 0; attempt < MAX_TRIES; attempt++) {
    const drawn = tryDraw(drawing, new Random(...stream, attempt), category, cart);
    if (drawn !== undefined) return drawn;
  }
  return undefined;
}

const CATEGORY_STREAM: Readonly<Record<ArenaCategory, number>> = { product: 1, shop: 2, voucher: 3 };

function drawCart(random: Random, category: ArenaCategory): Cart {
  switch (category) {
    case 'product':
      return { items: 1, isOneShop: false };
    case 'shop':
      return { items: drawItems(random, SHOP_ITEMS), isOneShop: true };
    case 'voucher': {
      const items = drawItems(random, VOUCHER_ITEMS);
      return { items, isOneShop: items > 1 && random.chance(ONE_SHOP_VOUCHERS) };
    }
  }
}

function drawItems(random: Random, shares: readonly number[]): number {
  let left = random.next();
  for (const [place, share] of shares.entries()) {
    left -= share;
    if (left < 0) return place + 1;
  }
  return shares.length;
}

function tryDraw(drawing: Drawing, random: Random, category: ArenaCategory, cart: Cart): DrawnProblem | undefined {
  const { search, similarity } = drawing;
  const docs = cart.isOneShop ? fromOneShop(drawing, random, cart.items) : fromMarket(drawing, random, cart.items);
  const planned = docs && planAll(drawing, random, docs, category);
  const wishes = planned && (category === 'shop' ? withinOneShop(drawing, planned) : planned);
  if (wishes === undefined) return undefined;
  const targets = wishes.map((wish) => targetOf(drawing, wish));
  const measures = wishes.map((wish, place) => measureWish(drawing, wish, targets[place]!));
  if (!measures.every((measure) => measure !== undefined)) return undefined;
  const priced = wishes.map(({ product }) => ({ price: product.price, shopId: product.shop_id }));
  const voucher = category === 'voucher' ? workableVoucher(random, priced) : undefined;
  if (category === 'voucher' && voucher === undefined) return undefined;
  const itemText = composeRequest(random, wishes, category === 'shop');
  if (!saysWhatIsMeant(itemText, wishes)) return undefined;
  const query = itemText + (voucher === undefined ? '' : voucherPhrase(random, voucher, wishes.length));
  const measure = combineMeasures(measures, voucher !== undefined);
  const unmeasured: Problem = {
    id: problemId({ category, query, targets, ...(voucher && { voucher }) }),
    category,
    query,
    difficulty: difficultyOf(category, wishes.length, measure),
    targets,
    ...(voucher && { voucher }),
  };
  assertSolvable(unmeasured, wishes, similarity);
  const solvedBy = floorsThatSolve(search, unmeasured, similarity);
  return { problem: { ...unmeasured, measure: { ...measure, solvedBy } }, wishes, itemText };
}

function planAll(
  drawing: Drawing,
  random: Random,
  docs: readonly number[],
  category: ArenaCategory,
): Wish[] | undefined {
  const wishes: Wish[] = [];
  const given = drawLinks(
    random,
    docs.map((doc) => drawing.listings.product(doc)),
  );
  for (const [place, doc] of docs.entries()) {
    const wish = planItem(drawing, random, { doc, category, given: given[place]! });
    if (wish === undefined) return undefined;
    wishes.push(wish);
  }
  return wishes;
}

/** Drops answers from shops that do not have an answer for every item. */
function withinOneShop({ search }: Drawing, wishes: readonly Wish[]): Wish[] {
  const { shops } = search.index;
  const complete = wishes
    .map(({ accepted }) => new Set(accepted.map((doc) => shops[doc]!)))
    .reduce((left, right) => left.intersection(right));
  return wishes.map((wish) => ({ ...wish, accepted: wish.accepted.filter((doc) => complete.has(shops[doc]!)) }));
}

/**
 * Checks that the request reads back as what is graded; otherwise the problem would be unfair. Goods that are not in
 * the lexicon are worded literally and pass.
 */
function saysWhatIsMeant(text: string, wishes: readonly Wish[]): boolean {
  if (wishes.some(({ language }) => Object.keys(language.says).length === 0)) return true;
  const read = readRequest(text);
  const order = (facts: readonly object[]): string =>
    facts
      .map((fact) => JSON.stringify(fact))
      .sort()
      .join();
  return (
    read !== undefined &&
    read.items.length === wishes.length &&
    wishes.every(({ request }, place) => {
      const item = read.items[place]!;
      return item.leaf === request.leaf && item.choice === request.choice && order(item.facts) === order(request.facts);
    })
  );
}

const VOUCHER_TRIES = 20;

function workableVoucher(random: Random, cart: readonly CartItem[]): Voucher | undefined {
  for (let attempt = 0; attempt < VOUCHER_TRIES; attempt++) {
    const voucher = drawVoucher(random, cart);
    if (voucher !== undefined) return voucher;
  }
  return undefined;
}

function fromMarket(drawing: Drawing, random: Random, items: number): number[] | undefined {
  const { products } = drawing.search.index.manifest;
  return ofDifferentKinds(
    drawing,
    Array.from({ length: items }, () => random.integer(products)),
  );
}

/**
 * Probability of drawing the shop uniformly instead of by size: a few large shops would link most problems into one
 * leak cluster.
 */
const EVENLY = 0.7;

/** Picks listings of a shop that sells at least as many kinds of goods. */
function fromOneShop(drawing: Drawing, random: Random, items: number): number[] | undefined {
  const { search, listings } = drawing;
  const shops = listings.shopsWith(items);
  if (shops.length === 0) return undefined;
  const { index } = search;
  const anyShop = index.shops[random.integer(index.manifest.products)]!;
  const shop = random.chance(EVENLY) ? random.pick(shops) : anyShop;
  const docs = index.shopDocs(shop);
  if (docs.length < items) return undefined;
  const chosen = new Set<number>();
  for (let draw = 0; chosen.size < items && draw < 4 * items; draw++) chosen.add(docs[random.integer(docs.length)]!);
  return chosen.size < items ? undefined : ofDifferentKinds(drawing, [...chosen]);
}

/** Two items of the same kind could each be an answer to the other. */
function ofDifferentKinds({ listings }: Drawing, docs: number[]): number[] | undefined {
  const kinds = new Set(docs.map((doc) => listings.product(doc).category.join('>') || doc));
  return kinds.size === docs.length ? docs : undefined;
}

/** Verifies that the problem's own answer satisfies its rules. */
function assertSolvable(problem: Problem, wishes: readonly Wish[], similarity: TitleSimilarity): void {
  const answer: Product[] = wishes.map(({ product }) => product);
  if (!solvesProblem(problem, answer, similarity))
    throw new Error(`the answer to problem ${problem.id} does not satisfy it`);
}
