import { cartTotal, payableTotal } from '../../problems/satisfy.ts';
import { shortenAfter } from '../../text/shorten.ts';
import { type Cart, itemsOf, type Judgements } from '../deciding/choose-cart.ts';
import type { Judgement } from '../deciding/judge-candidates.ts';
import { filtersOf } from '../deciding/plan-searches.ts';
import type { Listing } from '../reading/conversation.ts';
import type { Clue } from '../reading/read-clue.ts';
import type { Clause, ShoppingRequest, Wish } from '../reading/wish.ts';

/** Thoughts in text. Every number and name in them occurs in the query or in a tool's result. */

const MAX_TITLE = 44;

/** Longer quotations would repeat the request. */
const MAX_PHRASE = 30;

export function nameListing({ id, title, price, shopId }: Listing): string {
  const shown = title === undefined ? '' : ` "${shortenAfter(title, MAX_TITLE)}"`;
  return `${id}${shown}${price === undefined ? '' : ` at ${price} pesos`}${shopId === undefined ? '' : ` from shop ${shopId}`}`;
}

export function nameWish(wish: Wish): string {
  const { price, service } = filtersOf(wish);
  const said = wish.clauses.map(meaningOf);
  if (wish.mentions !== undefined) said.push(wish.mentions);
  if (price !== undefined) said.push(`price ${price}`);
  if (service !== undefined) said.push(service);
  if (wish.choice !== undefined) said.push(`the ${wish.choice} of those that fit`);
  return `${wish.name || wish.text.slice(0, 60)}${said.length === 0 ? '' : ` (${said.join('; ')})`}`;
}

/** The meaning of a clause in the words of listings. */
function meaningOf({ text, fact, value }: Clause): string {
  if (fact === undefined) return text;
  if (fact.kind === 'brand') return `brand ${value}`;
  return `"${shortenAfter(text, MAX_PHRASE)}", so ${fact.key} ${fact.kind === 'not' ? 'other than ' : ''}${value}`;
}

export function thinkAtFirst(request: ShoppingRequest, words: readonly string[]): string {
  const { wishes, oneShop, voucher } = request;
  const many = wishes.length > 1 ? `${wishes.length} items${oneShop ? ' from one shop' : ''}` : 'one item';
  const list = wishes.map((wish, place) => `${wishes.length > 1 ? `${place + 1}. ` : ''}${nameWish(wish)}`).join('; ');
  return [
    `The request asks for ${many}: ${list}.`,
    voucher && `With the voucher (from ${voucher.threshold} pesos) the cart may cost ${voucher.budget} pesos.`,
    `I begin with a search for ${quoted(words)}; price and services go into the filters.`,
  ]
    .filter(Boolean)
    .join(' ');
}

export function thinkBeforeLookup({ about, text }: Clue, question: string): string {
  if (question === text) return `The request describes a ${about} without its name, so I look the name up first.`;
  return `The articles do not name the ${about} yet. I look up "${question}".`;
}

export function thinkBeforeSearch(judgements: Judgements, open: readonly number[], words: readonly string[]): string {
  const seen = new Set(judgements.flatMap((all) => all.map(({ listing }) => listing.id))).size;
  if (seen === 0) return `The searches so far gave nothing at all. I try other words: ${quoted(words)}.`;
  const failures = open.flatMap((place) => {
    const [nearest] = judgements[place]!.filter(({ fits }) => !fits).toSorted(
      (left, right) => right.score - left.score,
    );
    return nearest === undefined
      ? []
      : [`${itemOf(judgements, place)}${nameListing(nearest.listing)} ${whyNot(nearest)}`];
  });
  const found = `The results show ${seen} listings so far.`;
  const nearest = failures.length === 0 ? '' : ` The nearest do not settle it: ${failures.slice(0, 4).join('; ')}.`;
  return `${found}${nearest} I search again, for ${quoted(words)}.`;
}

export function thinkBeforeOpening(judgements: Judgements, chosen: readonly Judgement[]): string {
  const names = chosen.slice(0, 4).map(({ listing }) => nameListing(listing));
  const ids = new Set(chosen.map(({ listing }) => listing.id));
  const out = judgements
    .flat()
    .find(
      ({ against, missingName, listing }) => against.length > 0 && missingName.length === 0 && !ids.has(listing.id),
    );
  return [
    `Of the results, ${names.join('; ')}${chosen.length > 4 ? ` and ${chosen.length - 4} more` : ''} could be what is meant by title, price and services.`,
    out && `${nameListing(out.listing)} is out: it ${out.against[0]}.`,
    'Titles do not show every attribute and option, so I open them to compare.',
  ]
    .filter(Boolean)
    .join(' ');
}

export function thinkBeforeDeciding(
  request: ShoppingRequest,
  cart: Cart,
  judgements: Judgements,
  compares: boolean,
): string {
  const reasons = cart.map((chosen, place) => {
    const other = compares ? runnerUp(chosen, judgements[place] ?? [], cart) : undefined;
    const item = cart.length > 1 ? `Item ${place + 1}: ` : '';
    return `${item}${nameListing(chosen.listing)} ${whyGood(chosen)}${other === undefined ? '' : `, better than ${whyBetter(chosen, other)}`}.`;
  });
  const answers = cart.map((chosen, place) => whyMeant(request.wishes[place], chosen));
  const choices = cart.map((chosen, place) => whyChosen(request.wishes[place], chosen, judgements[place] ?? []));
  return [...reasons, ...answers, ...choices, priceReason(request, cart)].filter(Boolean).join(' ');
}

export function thinkOfChecking(cart: Cart): string {
  const names = cart.map(({ listing }) => listing.id).join(', ');
  return `${names} look${cart.length === 1 ? 's' : ''} right from what the pages show: ${cart
    .map(
      ({ listing, met }) =>
        `${listing.id} ${met.length === 0 ? `at ${listing.price ?? '?'} pesos` : `has ${pairs(met)}`}`,
    )
    .join('; ')}. Before recommending I have it verified.`;
}

function runnerUp(chosen: Judgement, all: readonly Judgement[], cart: Cart): Judgement | undefined {
  const taken = new Set(cart.map(({ listing }) => listing.id));
  const others = all.filter(
    (other) => !taken.has(other.listing.id) && other !== chosen && other.missingName.length < 3,
  );
  const ranked = others.toSorted((left, right) => right.score - left.score);
  // A listing that fails for a visible reason explains more than another match.
  const failing = ranked.find(({ listing, against }) => against.length > 0 && listing.attributes !== undefined);
  return ranked[0]?.fits === true ? (failing ?? ranked[0]) : ranked[0];
}

function whyGood({ met, against, missingName }: Judgement): string {
  const good = met.length > 0 ? `has ${pairs(met)}` : 'goes with what was said of it';
  const bad = [...against, ...(missingName.length > 0 ? [`does not say "${missingName.join(' ')}"`] : [])];
  return bad.length === 0 ? good : `is the nearest though it ${bad[0]}${met.length > 0 ? `; it ${good}` : ''}`;
}

/** Which values of the listing match which words of the shopper. */
function whyMeant(wish: Wish | undefined, { listing, met }: Judgement): string {
  const answers = (wish?.clauses ?? []).flatMap(({ fact, text }) => {
    const pair = met.find(([key]) => fact !== undefined && fact.kind !== 'brand' && key === fact.key);
    return pair === undefined ? [] : [`"${shortenAfter(text, MAX_PHRASE)}" is its ${pair.join(' ')}`];
  });
  return answers.length === 0 ? '' : `Of ${listing.id}, ${answers.slice(0, 3).join(' and ')}.`;
}

/** How the listing compares with the other matches, if one of several was to be chosen. */
function whyChosen(wish: Wish | undefined, chosen: Judgement, all: readonly Judgement[]): string {
  if (wish?.choice === undefined) return '';
  const others = all.filter((other) => other.fits && other !== chosen).slice(0, 2);
  const worth = ({ listing }: Judgement): string =>
    wish.choice === 'best selling'
      ? `${listing.id} sold ${listing.soldCount ?? 0}`
      : `${listing.id} at ${listing.price ?? '?'} pesos`;
  const rest = others.length === 0 ? 'nothing else that was opened fits' : `against ${others.map(worth).join(' and ')}`;
  return `The ${wish.choice} is wanted: ${worth(chosen)}, ${rest}.`;
}

function whyBetter(chosen: Judgement, other: Judgement): string {
  const name = nameListing(other.listing);
  if (other.against.length > 0) return `${name}, which ${other.against[0]}`;
  if (other.missingName.length > 0) return `${name}, whose title lacks "${other.missingName.join(' ')}"`;
  const difference = Math.round(((other.listing.price ?? 0) - (chosen.listing.price ?? 0)) * 100) / 100;
  if (difference > 0) return `${name}, which costs ${difference} pesos more`;
  if (!other.fits) return `${name}, whose page I have not opened`;
  return `${name}, which passes as well but was not shown first`;
}

function whyNot(judgement: Judgement): string {
  if (judgement.against.length > 0) return judgement.against[0]!;
  if (judgement.missingName.length > 0) return `does not say "${judgement.missingName.join(' ')}"`;
  return 'alone does not make a cart that works out';
}

function priceReason({ voucher, oneShop }: ShoppingRequest, cart: Cart): string {
  const items = itemsOf(cart);
  const shop = cart[0]?.listing.shopId;
  const together =
    oneShop && shop !== undefined && items.every((item) => item.shopId === shop) ? `All come from shop ${shop}.` : '';
  if (voucher === undefined) return together;
  const total = Math.round(cartTotal(items) * 100) / 100;
  const payable = Math.round(payableTotal(voucher, items) * 100) / 100;
  return `${together} The total is ${total} pesos, ${payable} after the voucher, against a budget of ${voucher.budget}.`.trim();
}

function itemOf(judgements: Judgements, place: number): string {
  return judgements.length > 1 ? `item ${place + 1}: ` : '';
}

function pairs(met: readonly (readonly [string, string])[]): string {
  return met
    .slice(0, 4)
    .map(([name, value]) => `${name} ${value}`)
    .join(', ');
}

function quoted(words: readonly string[]): string {
  return words
    .slice(0, 5)
    .map((one) => `"${one}"`)
    .join(', ');
}
