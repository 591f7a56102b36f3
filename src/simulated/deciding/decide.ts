import { thinkBeforeDeciding, thinkOfChecking } from '../speaking/narrate.ts';
import type { Cart, Judgements } from './choose-cart.ts';
import { end } from './end-conversation.ts';
import type { Judgement } from './judge-candidates.ts';
import { filtersOf } from './plan-searches.ts';
import type { PlannedCall, Situation, Step } from './step.ts';

/** Recommends a cart, after the verification that the tools offer or the harness requires. */
export function decide(situation: Situation, cart: Cart, judgements: Judgements): Step {
  const { conversation, request, errorProfile, tools } = situation;
  if (cart.length === 0)
    return end(situation, 'failure', 'None of the searches gave a product that could be recommended.');
  const thought = thinkBeforeDeciding(request, cart, judgements, errorProfile.compares);
  const unopened = cart.filter(({ listing }) => !conversation.opened.has(listing.id));
  if (conversation.mustOpen && unopened.length > 0 && tools.has('view_product_information')) {
    const product_ids = unopened.map(({ listing }) => listing.id).join(',');
    return {
      thought: `${thought} It has to be opened first.`,
      calls: [{ name: 'view_product_information', parameters: { product_ids } }],
    };
  }
  const hasty = errorProfile.mistakes.some(({ kind }) => kind === 'takes first hit') && !conversation.mustCheck;
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

/** Checks everything that the listing was found to meet, under the listing's own names. */
function checkCall(judgement: Judgement, { request }: Situation, cart: Cart): PlannedCall {
  const wish = request.wishes[cart.indexOf(judgement)];
  const wanted: Record<string, string> = Object.fromEntries(judgement.met);
  for (const clause of wish?.clauses ?? []) {
    if (clause.label !== undefined && clause.fact?.kind !== 'not')
      wanted[clause.label.replaceAll(' ', '_')] ??= clause.value;
  }
  const filters = wish === undefined ? {} : filtersOf(wish);
  const requirements = { ...wanted, ...filters };
  // An empty check is an error, so at least the name is checked.
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

function recommend({ errorProfile, tools }: Situation, cart: Cart, thought: string): Step {
  const hasMistake = (kind: string): boolean => errorProfile.mistakes.some((mistake) => mistake.kind === kind);
  const ids = cart.map(({ listing }) => listing.id);
  if (hasMistake('wrong order')) ids.reverse();
  if (hasMistake('invents id')) ids[0] = swapDigits(ids[0]!);
  const product_ids = ids.join(',');
  if (!tools.has('recommend_product')) return { thought, calls: [], response: `I recommend ${product_ids}.` };
  return {
    thought: `${thought} I recommend ${product_ids}.`,
    calls: [{ name: 'recommend_product', parameters: { product_ids } }],
  };
}

/** A wrongly remembered id: two neighbouring digits are swapped, or a digit is added. */
function swapDigits(id: string): string {
  for (let place = id.length - 2; place >= 0; place--) {
    if (id[place] !== id[place + 1]) return id.slice(0, place) + id[place + 1] + id[place] + id.slice(place + 2);
  }
  return `${id}0`;
}
