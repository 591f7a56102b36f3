import { type Conversation, callKey } from '../reading/conversation.ts';
import type { ShoppingRequest, Wish } from '../reading/wish.ts';
import { thinkAtFirst, thinkBeforeLookup, thinkBeforeOpening, thinkBeforeSearch } from '../speaking/narrate.ts';
import { candidateShops, MAX_SHOPS, searchesWithinShops, untried } from './candidate-shops.ts';
import { bestCart, type Cart, choiceValue, type Judgements, perfectCart } from './choose-cart.ts';
import { decide } from './decide.ts';
import { DONE, end, say } from './end-conversation.ts';
import { followClue } from './follow-clue.ts';
import { type Judgement, judge } from './judge-candidates.ts';
import { filtersOf, queryWords, searchesFor } from './plan-searches.ts';
import type { PlannedCall, Situation, Step } from './step.ts';

/** The harness runs at most eight calls per answer. */
const MAX_SEARCHES = 8;
const MAX_OPENED = 24;
/** Long results of one call are cut. */
const OPENED_TOGETHER = 8;

/** The next step of a shopper that knows only what the conversation has shown. */
export function planNextStep(given: Situation): Step {
  const { conversation, tools, errorProfile } = given;
  if (conversation.terminated) return say('The conversation is over.');
  if (conversation.recommended) return end(given, 'success', DONE);
  const lookedUp = lookUp(given);
  if ('thought' in lookedUp) return lookedUp;
  const situation: Situation = { ...given, request: lookedUp };
  const givesUp = errorProfile.mistakes.some(({ kind }) => kind === 'gives up');
  if (givesUp && conversation.turns >= 2 && conversation.terminateRefusals === 0 && tools.has('terminate')) {
    return end(
      situation,
      'failure',
      'The results do not show anything I am sure of: titles and prices alone do not prove what was asked, and I do not want to go on searching. I stop here.',
    );
  }
  const judgements = judgeAll(situation);
  const cart = perfectCart(situation.request, judgements);
  const isOutOfTurns = conversation.turns >= errorProfile.maxTurns || (givesUp && conversation.turns >= 2);
  if (cart !== undefined && (isOutOfTurns || !hasRivals(situation, cart, judgements)))
    return decide(situation, cart, judgements);
  const next = isOutOfTurns ? undefined : (openNext(situation, judgements) ?? searchNext(situation, judgements));
  return next ?? decide(situation, bestCart(situation.request, judgements), judgements);
}

const MAX_LOOKUPS = 3;

/** The next lookup for a clue, or the request with what was found out. */
function lookUp({ request, conversation, tools, errorProfile }: Situation): Step | ShoppingRequest {
  const { clue } = request;
  if (clue === undefined) return request;
  const answer = followClue(clue, conversation.articles);
  if ('name' in answer)
    return { ...request, wishes: request.wishes.map((wish) => ({ ...wish, mentions: answer.name })) };
  const isHasty = errorProfile.mistakes.some(({ kind }) => kind === 'takes first hit');
  const lookups = [...conversation.made].filter(isLookup);
  const parameters = { q: answer.question };
  if (isHasty || !tools.has('web_search') || lookups.length >= MAX_LOOKUPS) return request;
  if (lookups.includes(callKey('web_search', parameters))) return request;
  return { thought: thinkBeforeLookup(clue, answer.question), calls: [{ name: 'web_search', parameters }] };
}

function isLookup(key: string): boolean {
  return key.startsWith('web_search ');
}

function judgeAll({ request, conversation, errorProfile, tools }: Situation): Judgements {
  const isHasty = errorProfile.mistakes.some(({ kind }) => kind === 'takes first hit');
  const cannotOpen = !tools.has('view_product_information');
  return request.wishes.map((wish) =>
    Array.from(conversation.listings.values(), (listing) => {
      const judgement = judge(wish, listing);
      const seemsRight = isHasty ? resembles(wish, judgement) : cannotOpen && judgement.possible;
      return seemsRight && listing.title !== undefined ? { ...judgement, fits: true } : judgement;
    }),
  );
}

/** Whether a listing that has not been opened yet would be a better choice if it matched. */
function hasRivals(
  { request, conversation, errorProfile, tools }: Situation,
  cart: Cart,
  judgements: Judgements,
): boolean {
  if (!tools.has('view_product_information') || errorProfile.mistakes.some(({ kind }) => kind === 'takes first hit'))
    return false;
  return request.wishes.some((wish, place) =>
    judgements[place]!.some((other) => isUnopened(conversation, other) && isBetter(wish, other, cart[place]!)),
  );
}

function isUnopened(conversation: Conversation, { listing, possible }: Judgement): boolean {
  return possible && listing.attributes === undefined && !conversation.opened.has(listing.id);
}

function isBetter({ choice }: Wish, other: Judgement, chosen: Judgement): boolean {
  return choice !== undefined && choiceValue(choice, other.listing) > choiceValue(choice, chosen.listing);
}

/** Enough for a hasty choice: price and services match, and half of the name is in the title. */
function resembles(wish: Wish, { against, missingName }: Judgement): boolean {
  return against.length === 0 && missingName.length <= wish.nameLength / 2;
}

/** Indexes of wishes without a match. All wishes if each has a match, but not in combination. */
function openWishes({ request }: Situation, judgements: Judgements): number[] {
  const every = request.wishes.map((_, place) => place);
  const unmet = every.filter((place) => !judgements[place]!.some(({ fits }) => fits));
  return unmet.length > 0 ? unmet : every;
}

function openNext(situation: Situation, judgements: Judgements): Step | undefined {
  const { conversation, tools, request } = situation;
  if (!tools.has('view_product_information')) return undefined;
  const isNew = (judgement: Judgement): boolean => isUnopened(conversation, judgement);
  const everywhere = openWishes(situation, judgements).map((place) => worthOpening(request, judgements, place, isNew));
  const inShops = request.oneShop ? shopGroups(situation, judgements, isNew) : [];
  const isKnown = request.wishes.every(({ leaf }) => leaf !== undefined);
  const groups = request.oneShop && !isKnown ? inShops : [...inShops, everywhere];
  const chosen = groups.find((group) => group.some((all) => all.length > 0));
  if (chosen === undefined) return undefined;
  const listings = [...new Map(inTurns(chosen).map((judgement) => [judgement.listing.id, judgement])).values()].slice(
    0,
    isKnown ? MAX_OPENED : 10,
  );
  const ids = listings.map(({ listing }) => listing.id);
  return {
    thought: thinkBeforeOpening(judgements, listings),
    calls: Array.from({ length: Math.ceil(ids.length / OPENED_TOGETHER) }, (_, place) => ({
      name: 'view_product_information',
      parameters: { product_ids: ids.slice(place * OPENED_TOGETHER, (place + 1) * OPENED_TOGETHER).join(',') },
    })),
  };
}

/**
 * Listings to open for a wish: the ones shown first, or, if the meaning is known, those with the most promising cards.
 */
function worthOpening(
  { wishes }: ShoppingRequest,
  judgements: Judgements,
  place: number,
  isNew: (judgement: Judgement) => boolean,
): readonly Judgement[] {
  const wish = wishes[place]!;
  const candidates = judgements[place]!.filter(isNew);
  const { choice } = wish;
  if (wish.leaf === undefined) return candidates.slice(0, 5);
  if (choice === undefined) return candidates.toSorted((left, right) => right.score - left.score).slice(0, 8);
  const best = Math.max(
    -Infinity,
    ...judgements[place]!.filter(({ fits }) => fits).map(({ listing }) => choiceValue(choice, listing)),
  );
  return candidates
    .filter(({ listing }) => choiceValue(choice, listing) > best)
    .toSorted((left, right) => choiceValue(choice, right.listing) - choiceValue(choice, left.listing))
    .slice(0, OPENED_TOGETHER);
}

/** For each shop that may have everything, the listings to open there. */
function shopGroups(
  situation: Situation,
  judgements: Judgements,
  isNew: (judgement: Judgement) => boolean,
): Judgement[][][] {
  const { request } = situation;
  const isKnown = request.wishes.every(({ leaf }) => leaf !== undefined);
  const complete = candidateShops(situation, judgements).filter(
    (shop) => shop.possible === request.wishes.length && (!isKnown || shop.fitting > 0),
  );
  const groups = complete.slice(0, MAX_SHOPS).map(({ id }) =>
    judgements.map((all) => {
      const own = all.filter(({ listing }) => listing.shopId === id);
      // One match per kind is enough, unless a voucher makes the prices matter.
      if (isKnown && request.voucher === undefined && own.some(({ fits }) => fits)) return [];
      return isKnown
        ? own
            .filter(isNew)
            .toSorted((left, right) => right.score - left.score)
            .slice(0, 6)
        : own.filter(isNew).slice(0, 3);
    }),
  );
  return isKnown ? [groups.flat()] : groups;
}

/** Interleaves the lists, so that a limit cuts all of them equally. */
function inTurns<Value>(lists: readonly (readonly Value[])[]): Value[] {
  const longest = Math.max(0, ...lists.map((list) => list.length));
  return Array.from({ length: longest }, (_, place) => lists.flatMap((list) => list.slice(place, place + 1))).flat();
}

function searchNext(situation: Situation, judgements: Judgements): Step | undefined {
  const { conversation, tools, request } = situation;
  if (!tools.has('find_product')) return undefined;
  const isFirst = [...conversation.made].every(isLookup);
  const within = isFirst || !request.oneShop ? [] : searchesWithinShops(situation, judgements);
  const open = isFirst ? request.wishes.map((_, place) => place) : openWishes(situation, judgements);
  const isKnown = request.wishes.every(({ leaf }) => leaf !== undefined);
  const most = isKnown && (request.oneShop || !isFirst) && open.length <= MAX_SEARCHES / 2 ? 2 : 1;
  const wide = open.flatMap((place) => untried(conversation, searchesFor(request.wishes[place]!), most));
  const searches = (within.length > 0 ? within : wide).slice(0, MAX_SEARCHES);
  const calls: PlannedCall[] = searches.map((parameters) => ({ name: 'find_product', parameters }));
  if (isFirst && request.oneShop && tools.has('find_products_in_same_shop')) calls.push(sameShopCall(request));
  if (calls.length === 0) return undefined;
  const words = [
    ...new Set(searches.map(({ q, shop_id }) => (shop_id === undefined ? String(q) : `${q} in shop ${shop_id}`))),
  ];
  return { thought: isFirst ? thinkAtFirst(request, words) : thinkBeforeSearch(judgements, open, words), calls };
}

function sameShopCall({ wishes }: ShoppingRequest): PlannedCall {
  const queries = wishes.map((wish) => ({ q: queryWords(wish).join(' '), ...filtersOf(wish) }));
  return { name: 'find_products_in_same_shop', parameters: { product_queries: JSON.stringify(queries) } };
}
