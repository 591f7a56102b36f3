import { bestCart, type Cart, type Judgements, perfectCart } from './choose-cart.ts';
import { type Conversation, callKey } from './conversation.ts';
import { type Judgement, judge } from './judge-candidates.ts';
import type { Temper } from './mistakes.ts';
import {
  thinkAtFirst,
  thinkBeforeDeciding,
  thinkBeforeOpening,
  thinkBeforeSearch,
  thinkOfChecking,
} from './narrate.ts';
import { filtersOf, nameWords, type SearchParameters, searchesFor } from './plan-searches.ts';
import type { ShoppingRequest, Wish } from './wish.ts';

export interface PlannedCall {
  readonly name: string;
  readonly parameters: Readonly<Record<string, unknown>>;
}

/** What the model says and does in one answer. Calls, or a response where there is nothing left to call. */
export interface Step {
  readonly thought: string;
  readonly calls: readonly PlannedCall[];
  readonly response?: string;
}

export interface Situation {
  /** As the model took it in, which need not be as it was meant. */
  readonly request: ShoppingRequest;
  readonly temper: Temper;
  readonly conversation: Conversation;
  readonly tools: ReadonlySet<string>;
}

const DONE =
  'The tool confirms the recommendation: one product per item, in the order in which they were asked for. Nothing is left to search, open or verify, so I end the conversation here.';

const MAX_SEARCHES = 6;
const MAX_OPENED = 10;
/** Shops looked into side by side. */
const MAX_SHOPS = 3;

/** The next step of a shopper who knows only what the conversation has shown. */
export function planNextStep(situation: Situation): Step {
  const { conversation, tools, temper } = situation;
  if (conversation.terminated) return say('The conversation is over.');
  if (conversation.recommended) return end(situation, 'success', DONE);
  const givesUp = temper.slips.some(({ kind }) => kind === 'gives up');
  if (givesUp && conversation.turns >= 2 && conversation.terminateRefusals === 0 && tools.has('terminate')) {
    return end(
      situation,
      'failure',
      'The results do not show anything I am sure of: titles and prices alone do not prove what was asked, and I do not want to go on searching. I stop here.',
    );
  }
  const judgements = judgeAll(situation);
  const cart = perfectCart(situation.request, judgements);
  if (cart !== undefined) return decide(situation, cart, judgements);
  const isImpatient = conversation.turns >= temper.patience || (givesUp && conversation.turns >= 2);
  const next = isImpatient ? undefined : (openNext(situation, judgements) ?? searchNext(situation, judgements));
  return next ?? decide(situation, bestCart(situation.request, judgements), judgements);
}

function judgeAll({ request, conversation, temper, tools }: Situation): Judgements {
  const isHasty = temper.slips.some(({ kind }) => kind === 'takes first hit');
  const cannotOpen = !tools.has('view_product_information');
  return request.wishes.map((wish) =>
    Array.from(conversation.listings.values(), (listing) => {
      const judgement = judge(wish, listing);
      const seemsRight = isHasty ? resembles(wish, judgement) : cannotOpen && judgement.possible;
      return seemsRight && listing.title !== undefined ? { ...judgement, fits: true } : judgement;
    }),
  );
}

/** Enough for somebody in a hurry: price and services are right, and half of the name stands in the title. */
function resembles(wish: Wish, { against, missingName }: Judgement): boolean {
  return against.length === 0 && missingName.length <= wish.nameLength / 2;
}

/** Places of wishes that nothing fits yet; all of them where each is met but not together. */
function openWishes({ request }: Situation, judgements: Judgements): number[] {
  const every = request.wishes.map((_, place) => place);
  const unmet = every.filter((place) => !judgements[place]!.some(({ fits }) => fits));
  return unmet.length > 0 ? unmet : every;
}

function openNext(situation: Situation, judgements: Judgements): Step | undefined {
  const { conversation, tools, request } = situation;
  if (!tools.has('view_product_information')) return undefined;
  const isNew = ({ listing, possible }: Judgement): boolean =>
    possible && listing.attributes === undefined && !conversation.opened.has(listing.id);
  const groups = request.oneShop
    ? hopefulShops(situation, judgements)
        .filter((shop) => shop.possible === request.wishes.length)
        .slice(0, MAX_SHOPS)
        .map(({ id }) =>
          judgements.map((all) => all.filter((one) => one.listing.shopId === id && isNew(one)).slice(0, 3)),
        )
    : [openWishes(situation, judgements).map((place) => judgements[place]!.filter(isNew).slice(0, 5))];
  const chosen = groups.find((group) => group.some((all) => all.length > 0));
  if (chosen === undefined) return undefined;
  const listings = [...new Map(inTurns(chosen).map((judgement) => [judgement.listing.id, judgement])).values()].slice(
    0,
    MAX_OPENED,
  );
  return {
    thought: thinkBeforeOpening(judgements, listings),
    calls: [
      {
        name: 'view_product_information',
        parameters: { product_ids: listings.map(({ listing }) => listing.id).join(',') },
      },
    ],
  };
}

/** First of each, then second of each, so that a limit cuts every list alike. */
function inTurns<Value>(lists: readonly (readonly Value[])[]): Value[] {
  const longest = Math.max(0, ...lists.map((list) => list.length));
  return Array.from({ length: longest }, (_, place) => lists.flatMap((list) => list.slice(place, place + 1))).flat();
}

interface HopefulShop {
  readonly id: string;
  /** For how many wishes it shows something that may fit. */
  readonly possible: number;
  readonly missing: readonly number[];
}

/** Shops that may sell everything, best first; a shop that was searched for a wish in vain is none. */
function hopefulShops({ request, conversation }: Situation, judgements: Judgements): HopefulShop[] {
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
function untried({ made }: Conversation, searches: readonly SearchParameters[]): SearchParameters[] {
  return searches.filter((search) => !made.has(callKey('find_product', search))).slice(0, 1);
}

function searchNext(situation: Situation, judgements: Judgements): Step | undefined {
  const { conversation, tools, request } = situation;
  if (!tools.has('find_product')) return undefined;
  const isFirst = conversation.made.size === 0;
  const within = isFirst || !request.oneShop ? [] : searchesWithinShops(situation, judgements);
  const open = isFirst ? request.wishes.map((_, place) => place) : openWishes(situation, judgements);
  const wide = open.flatMap((place) => untried(conversation, searchesFor(request.wishes[place]!)));
  const searches = (within.length > 0 ? within : wide).slice(0, MAX_SEARCHES);
  const calls: PlannedCall[] = searches.map((parameters) => ({ name: 'find_product', parameters }));
  if (isFirst && request.oneShop && tools.has('find_products_in_same_shop')) calls.push(sameShopCall(request));
  if (calls.length === 0) return undefined;
  const words = searches.map(({ q, shop_id }) => (shop_id === undefined ? String(q) : `${q} in shop ${shop_id}`));
  return { thought: isFirst ? thinkAtFirst(request, words) : thinkBeforeSearch(judgements, open, words), calls };
}

function searchesWithinShops(situation: Situation, judgements: Judgements): SearchParameters[] {
  const { conversation, request } = situation;
  const shops = hopefulShops(situation, judgements).filter((shop) => shop.missing.length > 0);
  return shops
    .slice(0, MAX_SHOPS)
    .flatMap(({ id, missing }) =>
      missing.flatMap((place) => untried(conversation, searchesFor(request.wishes[place]!, id))),
    );
}

function sameShopCall({ wishes }: ShoppingRequest): PlannedCall {
  const queries = wishes.map((wish) => ({ q: nameWords(wish).join(' '), ...filtersOf(wish) }));
  return { name: 'find_products_in_same_shop', parameters: { product_queries: JSON.stringify(queries) } };
}

/** Recommends a cart, after whatever verification the tools offer or the harness wants. */
function decide(situation: Situation, cart: Cart, judgements: Judgements): Step {
  const { conversation, request, temper, tools } = situation;
  if (cart.length === 0)
    return end(situation, 'failure', 'None of the searches gave a product that could be recommended.');
  const thought = thinkBeforeDeciding(request, cart, judgements, temper.compares);
  const unopened = cart.filter(({ listing }) => !conversation.opened.has(listing.id));
  if (conversation.mustOpen && unopened.length > 0 && tools.has('view_product_information')) {
    const product_ids = unopened.map(({ listing }) => listing.id).join(',');
    return {
      thought: `${thought} It has to be opened first.`,
      calls: [{ name: 'view_product_information', parameters: { product_ids } }],
    };
  }
  const hasty = temper.slips.some(({ kind }) => kind === 'takes first hit') && !conversation.mustCheck;
  const unchecked = cart.filter(({ listing }) => !conversation.checked.has(listing.id));
  if (tools.has('check_product_match') && unchecked.length > 0 && !hasty) {
    return {
      thought: thinkOfChecking(cart),
      calls: unchecked.map((judgement) => checkCall(judgement, situation, cart)),
    };
  }
  const voucherCall = voucherCallOf(situation, cart);
  if (voucherCall !== undefined) return { thought, calls: [voucherCall] };
  return recommend(situation, cart, thought);
}

/** Everything the listing was found to meet, under the names the listing itself uses. */
function checkCall(judgement: Judgement, { request }: Situation, cart: Cart): PlannedCall {
  const wish = request.wishes[cart.indexOf(judgement)];
  const wanted: Record<string, string> = Object.fromEntries(judgement.met);
  for (const clause of wish?.clauses ?? []) {
    if (clause.label !== undefined) wanted[clause.label.replaceAll(' ', '_')] ??= clause.value;
  }
  const filters = wish === undefined ? {} : filtersOf(wish);
  const requirements = { ...wanted, ...filters };
  // A check of nothing is an error; the name is always something.
  const checked = Object.keys(requirements).length > 0 ? requirements : { title: wish?.name ?? '' };
  return {
    name: 'check_product_match',
    parameters: { product_id: judgement.listing.id, requirements: JSON.stringify(checked) },
  };
}

function voucherCallOf({ request, conversation, tools }: Situation, cart: Cart): PlannedCall | undefined {
  const { voucher } = request;
  if (voucher === undefined || !tools.has('calculate_voucher')) return undefined;
  const { discount } = voucher;
  const parameters = {
    product_prices: cart.map(({ listing }) => listing.price ?? 0).join(','),
    voucher_type: discount.type,
    discount_value: discount.type === 'fixed' ? discount.amount : Math.round(discount.share * 1e6) / 1e4,
    threshold: voucher.threshold,
    budget: voucher.budget,
    ...(discount.type === 'percentage' && discount.cap !== Infinity && { cap: discount.cap }),
    ...(voucher.scope === 'shop' && {
      scope: 'shop',
      shop_ids: cart.map(({ listing }) => listing.shopId ?? '').join(','),
    }),
  };
  const already = [...conversation.made].some(
    (key) => key.startsWith('calculate_voucher ') && key.includes(parameters.product_prices),
  );
  return already ? undefined : { name: 'calculate_voucher', parameters };
}

function recommend({ temper, tools }: Situation, cart: Cart, thought: string): Step {
  const slipped = (kind: string): boolean => temper.slips.some((slip) => slip.kind === kind);
  const ids = cart.map(({ listing }) => listing.id);
  if (slipped('wrong order')) ids.reverse();
  if (slipped('invents id')) ids[0] = swapDigits(ids[0]!);
  const product_ids = ids.join(',');
  if (!tools.has('recommend_product')) return { thought, calls: [], response: `I recommend ${product_ids}.` };
  return {
    thought: `${thought} I recommend ${product_ids}.`,
    calls: [{ name: 'recommend_product', parameters: { product_ids } }],
  };
}

/** An id remembered wrongly: two neighbouring digits change places, or the last one moves on. */
function swapDigits(id: string): string {
  for (let place = id.length - 2; place >= 0; place--) {
    if (id[place] !== id[place + 1]) return id.slice(0, place) + id[place + 1] + id[place] + id.slice(place + 2);
  }
  return `${id}0`;
}

function end({ tools }: Situation, status: 'success' | 'failure', thought: string): Step {
  if (tools.has('terminate')) return { thought, calls: [{ name: 'terminate', parameters: { status } }] };
  return say(thought);
}

function say(thought: string): Step {
  return { thought, calls: [], response: thought };
}
