import { type Conversation, callKey, searchKey } from '../reading/conversation.ts';
import type { Judgements } from './choose-cart.ts';
import { type SearchParameters, searchesFor } from './plan-searches.ts';
import type { Situation } from './step.ts';

/** Shops looked into side by side. */
export const MAX_SHOPS = 3;
const MAX_VISITS = 6;

export interface CandidateShop {
  readonly id: string;
  /** For how many wishes it shows something that may fit. */
  readonly possible: number;
  readonly missing: readonly number[];
  /** For how many wishes something fits, and how many listings of it were shown. */
  readonly fitting: number;
  readonly shown: number;
}

/** Shops that may sell everything, best first; a shop that was searched for a wish in vain is none. */
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

/** The next of the searches that were not made yet and can show something new. */
export function untried(
  { made, exhausted }: Conversation,
  searches: readonly SearchParameters[],
  most = 1,
): SearchParameters[] {
  const isNew = (search: SearchParameters): boolean =>
    !made.has(callKey('find_product', search)) && !(Number(search.page) > 1 && exhausted.has(searchKey(search)));
  return searches.filter(isNew).slice(0, most);
}

/** Searches for what is missing in the shops that have the rest. */
export function searchesWithinShops(situation: Situation, judgements: Judgements): SearchParameters[] {
  const { conversation, request } = situation;
  const isKnown = request.wishes.every(({ leaf }) => leaf !== undefined);
  // A card says too little about a thing of known kind; only a page that fits makes a shop worth a visit.
  const shops = candidateShops(situation, judgements).filter(
    (shop) => shop.missing.length > 0 && (!isKnown || shop.fitting > 0),
  );
  return shops
    .slice(0, isKnown ? MAX_VISITS : MAX_SHOPS)
    .flatMap(({ id, missing }) =>
      missing.flatMap((place) => untried(conversation, searchesFor(request.wishes[place]!, id))),
    );
}
