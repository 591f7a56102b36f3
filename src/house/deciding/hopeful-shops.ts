import { type Conversation, callKey } from '../reading/conversation.ts';
import type { Judgements } from './choose-cart.ts';
import { type SearchParameters, searchesFor } from './plan-searches.ts';
import type { Situation } from './step.ts';

/** Shops looked into side by side. */
export const MAX_SHOPS = 3;

export interface HopefulShop {
  readonly id: string;
  /** For how many wishes it shows something that may fit. */
  readonly possible: number;
  readonly missing: readonly number[];
}

/** Shops that may sell everything, best first; a shop that was searched for a wish in vain is none. */
export function hopefulShops({ request, conversation }: Situation, judgements: Judgements): HopefulShop[] {
  const shops = new Set<string>();
  for (const all of judgements)
    for (const { listing, possible } of all) if (possible && listing.shopId !== undefined) shops.add(listing.shopId);
  const places = request.wishes.map((_, place) => place);
  return [...shops]
    .map((id) => {
      const missing = places.filter(
        (place) => !judgements[place]!.some(({ listing, possible }) => possible && listing.shopId === id),
      );
      return { id, possible: places.length - missing.length, missing };
    })
    .filter(({ id, missing }) =>
      missing.every((place) => untried(conversation, searchesFor(request.wishes[place]!, id)).length > 0),
    )
    .sort((left, right) => right.possible - left.possible);
}

/** The next of the searches that was not made yet; none or one. */
export function untried({ made }: Conversation, searches: readonly SearchParameters[]): SearchParameters[] {
  return searches.filter((search) => !made.has(callKey('find_product', search))).slice(0, 1);
}

/** Searches for what is missing in the shops that have the rest. */
export function searchesWithinShops(situation: Situation, judgements: Judgements): SearchParameters[] {
  const { conversation, request } = situation;
  const shops = hopefulShops(situation, judgements).filter((shop) => shop.missing.length > 0);
  return shops
    .slice(0, MAX_SHOPS)
    .flatMap(({ id, missing }) =>
      missing.flatMap((place) => untried(conversation, searchesFor(request.wishes[place]!, id))),
    );
}
