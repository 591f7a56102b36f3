import { type Conversation, callKey, searchKey } from '../reading/conversation.ts';
import type { Judgements } from './choose-cart.ts';
import { type SearchParameters, searchesFor } from './plan-searches.ts';
import type { Situation } from './step.ts';

/** Shops that are considered in parallel. */
export const MAX_SHOPS = 3;
const MAX_VISITS = 6;

export interface CandidateShop {
  readonly id: string;
  /** Number of wishes for which it has a listing that may match. */
  readonly possible: number;
  readonly missing: readonly number[];
  /** Number of wishes for which a listing matches, and number of the shop's listings shown so far. */
  readonly fitting: number;
  readonly shown: number;
}

/**
 * Shops that may sell everything, best first. A shop with a wish for which every search was tried in vain is left out.
 */
export function candidateShops({ request, conversation }: Situation, judgements: Judgements): CandidateShop[] {
  const shops = new Set<string>();
  for (const all of judgements)
    for (const { listing, possible } of all) if (possible && listing.shopId !== undefined) shops.add(listing.shopId);
  const places = request.wishes.map((_, place) => place);
  const sizes = new Map<string, number>();
  for (const { shopId } of conversation.listings.values())
    if (shopId !== undefined) sizes.set(shopId, (sizes.get(shopId) ?? 0) + 1);
  return [...shops]
    .map((id) => {
      const missing = places.filter(
        (place) => !judgements[place]!.some(({ listing, possible }) => possible && listing.shopId === id),
      );
      const fitting = places.filter((place) =>
        judgements[place]!.some(({ listing, fits }) => fits && listing.shopId === id),
      ).length;
      return { id, possible: places.length - missing.length, missing, fitting, shown: sizes.get(id) ?? 0 };
    })
    .filter(({ id, missing }) =>
      missing.every((place) => untried(conversation, searchesFor(request.wishes[place]!, id)).length > 0),
    )
    .sort((left, right) => right.fitting - left.fitting || right.possible - left.possible || right.shown - left.shown);
}

/** The next searches that were not made yet and can show something new. */
export function untried(
  { made, exhausted }: Conversation,
  searches: readonly SearchParameters[],
  most = 1,
): SearchParameters[] {
  const isNew = (search: SearchParameters): boolean =>
    !made.has(callKey('find_product', search)) && !(Number(search.page) > 1 && exhausted.has(searchKey(search)));
  return searches.filter(isNew).slice(0, most);
}

/** Searches for the missing items in the shops that have the others. */
export function searchesWithinShops(situation: Situation, judgements: Judgements): SearchParameters[] {
  const { conversation, request } = situation;
  const isKnown = request.wishes.every(({ leaf }) => leaf !== undefined);
  // For known kinds, a card says too little: a shop is searched only if the page of one of its listings matches.
  const shops = candidateShops(situation, judgements).filter(
    (shop) => shop.missing.length > 0 && (!isKnown || shop.fitting > 0),
  );
  return shops
    .slice(0, isKnown ? MAX_VISITS : MAX_SHOPS)
    .flatMap(({ id, missing }) =>
      missing.flatMap((place) => untried(conversation, searchesFor(request.wishes[place]!, id))),
    );
}
