import { type CartItem, isWithinBudget } from '../../problems/satisfy.ts';
import type { Listing } from '../reading/conversation.ts';
import type { ShoppingRequest, Wish } from '../reading/wish.ts';
import type { Judgement } from './judge-candidates.ts';

/** One listing per wish, in the order of the wishes. */
export type Cart = readonly Judgement[];

/** Judgements of every listing, per wish. */
export type Judgements = readonly (readonly Judgement[])[];

/** Listings per wish that are tried in carts. */
const MAX_FITTING = 8;

/** A cart that meets every requirement, if there is one. Listings that the search showed first are preferred. */
export function perfectCart(request: ShoppingRequest, judgements: Judgements): Cart | undefined {
  const fitting = judgements.map((all, place) =>
    bestFirst(
      request.wishes[place]!,
      all.filter((judgement) => judgement.fits),
    ),
  );
  const choices = request.oneShop ? byShop(fitting) : [fitting];
  const carts = choices.flatMap((choice) => cartsOf(choice.map(spreadOverPrices)));
  const { voucher } = request;
  if (voucher === undefined) return carts[0];
  return carts.find((cart) => isWithinBudget(voucher, itemsOf(cart)));
}

/** Value of a listing when the cheapest, the most expensive or the best-selling one is wanted. */
export function choiceValue(choice: NonNullable<Wish['choice']>, { price = 0, soldCount = 0 }: Listing): number {
  if (choice === 'best selling') return soldCount;
  return choice === 'cheapest' ? -price : price;
}

function bestFirst({ choice }: Wish, fitting: readonly Judgement[]): readonly Judgement[] {
  if (choice === undefined) return fitting;
  return fitting.toSorted((left, right) => choiceValue(choice, right.listing) - choiceValue(choice, left.listing));
}

/**
 * With many matching listings, keeps the first two and a spread of prices: a total must be neither too low nor too
 * high.
 */
function spreadOverPrices(all: readonly Judgement[]): readonly Judgement[] {
  if (all.length <= MAX_FITTING) return all;
  const first = all.slice(0, 2);
  const rest = all.slice(2).toSorted((left, right) => (left.listing.price ?? 0) - (right.listing.price ?? 0));
  const places = MAX_FITTING - first.length;
  const spread = Array.from(
    { length: places },
    (_, place) => rest[Math.round((place * (rest.length - 1)) / (places - 1))]!,
  );
  return [...first, ...new Set(spread)];
}

/** The best available cart if none is perfect. It has fewer listings than wishes if nothing was found for a wish. */
export function bestCart(request: ShoppingRequest, judgements: Judgements): Cart {
  const ranked = judgements.map((all) => all.toSorted((left, right) => right.score - left.score));
  if (!request.oneShop) return pickDistinct(ranked);
  const carts = byShop(ranked).map(pickDistinct);
  const worth = (cart: Cart): number => cart.reduce((sum, judgement) => sum + judgement.score + 3, 0);
  return carts.reduce<Cart>(
    (best, cart) => (worth(cart) > worth(best) ? cart : best),
    pickDistinct(ranked).slice(0, 1),
  );
}

export function itemsOf(cart: Cart): CartItem[] {
  return cart.map(({ listing }) => ({ price: listing.price ?? 0, shopId: listing.shopId ?? '' }));
}

/** The same judgements grouped by shop, in the order in which the shops were first seen. */
function byShop(judgements: Judgements): Judgements[] {
  const shops = new Set(judgements.flat().flatMap(({ listing }) => listing.shopId ?? []));
  return [...shops].map((shop) => judgements.map((all) => all.filter(({ listing }) => listing.shopId === shop)));
}

/** Every combination of one listing per wish without duplicates. */
function cartsOf(choice: Judgements): Cart[] {
  let carts: Judgement[][] = [[]];
  for (const all of choice) {
    carts = carts.flatMap((cart) =>
      all
        .filter(({ listing }) => !cart.some((taken) => taken.listing.id === listing.id))
        .map((next) => [...cart, next]),
    );
    if (carts.length > MAX_CARTS) carts.length = MAX_CARTS;
  }
  return choice.length === 0 ? [] : carts;
}

const MAX_CARTS = 5_000;

function pickDistinct(ranked: Judgements): Cart {
  const cart: Judgement[] = [];
  for (const all of ranked) {
    const next = all.find(({ listing }) => !cart.some((taken) => taken.listing.id === listing.id));
    if (next !== undefined) cart.push(next);
  }
  return cart;
}
