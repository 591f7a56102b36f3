import type { Product } from '../../market/product.ts';
import type { EmbeddedSearch } from '../../market/search.ts';
import { Random } from '../../random/random.ts';
import type { Category, Difficulty, Measure, Problem, Voucher } from '../problem.ts';
import { checkTarget, satisfiesTarget } from '../satisfy/check-target.ts';
import type { TitleSimilarity } from '../satisfy/title-similarity.ts';
import { type CartItem, cartTotal, isFromOneShop, isWithinBudget } from '../satisfy/voucher-price.ts';
import { drawVoucher } from './draw-voucher.ts';
import { longestCommonRun } from './longest-common-run.ts';
import { makeWish } from './make-wish.ts';
import { combineMeasures, LookAlikes, type MeasuredWish, measureWish } from './measure-problem.ts';
import { MAX_TITLE_RUN } from './name-item.ts';
import { problemId } from './problem-id.ts';
import { sayItems, sayVoucher } from './say-query.ts';
import { targetOf, type Wish } from './wish.ts';

/** Points per thing that makes a problem hard; where the lines run was chosen so that each third is well filled. */
const MEDIUM_FROM = 3;
const HARD_FROM = 6;

/** Follows from what was counted and from nothing else. */
export function difficultyOf(category: Category, items: number, measure: Measure): Difficulty {
  const scarcity = measure.satisfying <= 1 ? 2 : measure.satisfying <= 3 ? 1 : 0;
  const confusion = Math.min(3, Math.floor(Math.log2(1 + measure.nearMisses / items)));
  const effort = Math.min(3, Math.ceil(measure.searches / items) - 1);
  const breadth = (items - 1) * 0.75 + (category === 'voucher' ? 1 : 0);
  const points = scarcity + confusion + effort + breadth;
  return points < MEDIUM_FROM ? 'easy' : points < HARD_FROM ? 'medium' : 'hard';
}

export interface Drawing {
  readonly search: EmbeddedSearch;
  readonly similarity: TitleSimilarity;
  readonly seed: number;
}

const STREAM = 11;
const MAX_TRIES = 40;

/** Most voucher carts mix shops; the rest can only be bought from one. */
const ONE_SHOP_VOUCHERS = 0.4;

/** A problem and the wishes behind it, from which the same problem can be said in other words. */
export interface Scene {
  readonly problem: Problem;
  readonly wishes: readonly Wish[];
  /** The part of the query before budget and voucher. */
  readonly itemText: string;
}

/**
 * Problem number `number` of its category: drawn until it can be solved, the same for the same market and seed.
 * Nothing when the market is too small to hold one.
 */
export function drawScene(drawing: Drawing, category: Category, number: number): Scene | undefined {
  for (let attempt = 0; attempt < MAX_TRIES; attempt++) {
    const random = new Random(drawing.seed, STREAM, CATEGORY_STREAM[category], number, attempt);
    const scene = tryScene(drawing, random, category);
    if (scene !== undefined) return scene;
  }
  return undefined;
}

const CATEGORY_STREAM: Readonly<Record<Category, number>> = { product: 1, shop: 2, voucher: 3 };

function tryScene(drawing: Drawing, random: Random, category: Category): Scene | undefined {
  const products = drawProducts(drawing, random, category);
  if (products === undefined) return undefined;
  const chosen: (MeasuredWish & { readonly wish: Wish })[] = [];
  for (const product of products) {
    const found = solvableWish(drawing, random, product);
    if (found === undefined) return undefined;
    chosen.push(found);
  }
  const wishes = chosen.map(({ wish }) => wish);
  const cart = products.map((product) => ({ price: product.price, shopId: product.shop_id }));
  const cheapestTotal = chosen.reduce((sum, { cheapest }) => sum + cheapest, 0);
  const voucher = category === 'voucher' ? workableVoucher(random, cart, cheapestTotal) : undefined;
  if (category === 'voucher' && voucher === undefined) return undefined;
  const itemText = sayItems(random, category, wishes);
  const query = itemText + (voucher === undefined ? '' : sayVoucher(random, voucher, wishes.length));
  if (products.some((product) => longestCommonRun(query, product.title) > MAX_TITLE_RUN)) return undefined;
  const measure = combineMeasures(chosen.map((found) => found.measure));
  const targets = wishes.map(targetOf);
  const problem: Problem = {
    id: problemId({ category, query, targets, ...(voucher && { voucher }) }),
    category,
    query,
    difficulty: difficultyOf(category, wishes.length, measure),
    targets,
    measure,
    ...(voucher && { voucher }),
  };
  assertSolvable(problem, products, drawing.similarity);
  return { problem, wishes, itemText };
}

/** A product can be asked for in many ways; one that does not work says little about the next. */
const WISH_TRIES = 5;

function solvableWish(drawing: Drawing, random: Random, product: Product): (MeasuredWish & { wish: Wish }) | undefined {
  const alike = new LookAlikes(drawing.search, product, drawing.similarity);
  for (let attempt = 0; attempt < WISH_TRIES; attempt++) {
    const wish = makeWish(random, product, 1 + random.integer(5));
    const measured = measureWish(drawing.search, wish, drawing.similarity, alike);
    if (measured !== undefined) return { ...measured, wish };
  }
  return undefined;
}

const VOUCHER_TRIES = 20;

function workableVoucher(random: Random, cart: readonly CartItem[], cheapestTotal: number): Voucher | undefined {
  for (let attempt = 0; attempt < VOUCHER_TRIES; attempt++) {
    const voucher = drawVoucher(random, cart, cheapestTotal);
    if (voucher !== undefined) return voucher;
  }
  return undefined;
}

function drawProducts(drawing: Drawing, random: Random, category: Category): Product[] | undefined {
  const { index } = drawing.search;
  const anyProduct = (): Product => index.product(random.integer(index.manifest.products));
  switch (category) {
    case 'product':
      return [anyProduct()];
    case 'shop':
      return fromOneShop(drawing, random, 2 + random.integer(3));
    case 'voucher': {
      const items = 1 + random.integer(4);
      if (items === 1) return [anyProduct()];
      if (random.chance(ONE_SHOP_VOUCHERS)) return fromOneShop(drawing, random, items);
      return distinct(Array.from({ length: items }, anyProduct));
    }
  }
}

/** Products of the shop of a randomly chosen product, so that large shops are asked for as often as shoppers meet them. */
function fromOneShop({ search }: Drawing, random: Random, items: number): Product[] | undefined {
  const { index } = search;
  const shop = index.shops[random.integer(index.manifest.products)]!;
  const docs = index.shopDocs(shop);
  if (docs.length < items) return undefined;
  const chosen = new Set<number>();
  for (let draw = 0; chosen.size < items && draw < 4 * items; draw++) chosen.add(docs[random.integer(docs.length)]!);
  return chosen.size < items ? undefined : distinct([...chosen].map((doc) => index.product(doc)));
}

/** Two listings of one item in one cart would each answer for the other. */
function distinct(products: Product[]): Product[] | undefined {
  const titles = new Set(products.map((product) => product.title.toLowerCase()));
  return titles.size === products.length ? products : undefined;
}

/** The proof that comes with every problem: its own answer passes its own rules. */
function assertSolvable(problem: Problem, products: readonly Product[], similarity: TitleSimilarity): void {
  const cart = products.map((product) => ({ price: product.price, shopId: product.shop_id }));
  const everyItem = problem.targets.every((target, place) =>
    satisfiesTarget(checkTarget(target, products[place]!, similarity)),
  );
  const oneShop = problem.category !== 'shop' || isFromOneShop(cart);
  const affordable = problem.voucher === undefined || isWithinBudget(problem.voucher, cart);
  if (everyItem && oneShop && affordable && needsVoucher(problem.voucher, cart)) return;
  throw new Error(`the answer to problem ${problem.id} does not satisfy it`);
}

function needsVoucher(voucher: Voucher | undefined, cart: readonly CartItem[]): boolean {
  return voucher === undefined || cartTotal(cart) > voucher.budget;
}
