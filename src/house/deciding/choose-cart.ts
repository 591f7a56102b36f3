import { type CartItem, isWithinBudget } from '../../problems/satisfy.ts';
import type { ShoppingRequest } from '../reading/wish.ts';
import type { Judgement } from './judge-candidates.ts';

/** One listing per wish, in the order of the wishes. */
export type Cart = readonly Judgement[];

/** Judgements of every listing, per wish. */
export type Judgements = readonly (readonly Judgement[])[];

/** More fitting listings of one wish than this are alike for all purposes. */
const MAX_FITTING = 8;

/** A cart that meets everything that was asked, or nothing. What the search showed first goes first. */
export function perfectCart(request: ShoppingRequest, judgements: Judgements): Cart | undefined {
  const fitting = judgements.map((all) => all.filter((judgement) => judgement.fits));
  const choices = request.oneShop ? byShop(fitting) : [fitting];
  const carts = choices.flatMap((choice) => cartsOf(choice.map((all) => all.slice(0, MAX_FITTING))));
  const { voucher } = request;
  if (voucher === undefined) return carts[0];
  return carts.find((cart) => isWithinBudget(voucher, itemsOf(cart)));
}

/** The best there is where nothing is perfect; shorter than the wishes where nothing at all was found for one. */
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

/** The same judgements, shop by shop; shops of listings seen first come first. */
function byShop(judgements: Judgements): Judgements[] {
  const shops = new Set(judgements.flat().flatMap(({ listing }) => listing.shopId ?? []));
  return [...shops].map((shop) => judgements.map((all) => all.filter(({ listing }) => listing.shopId === shop)));
}

/** Every way to take one listing per wish, none twice. */
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
