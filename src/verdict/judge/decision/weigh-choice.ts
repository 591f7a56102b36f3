import { isOrdinary } from '../gates/ordinary-words.ts';
import type { SeenProduct } from '../gates/seen-products.ts';
import type { Demands } from './demands.ts';
import { type Fact, hasFeature } from './facts.ts';

/** A reason for a recommended product and against a rejected one. */
export interface Reason {
  readonly taken: SeenProduct;
  readonly rival: SeenProduct;
  readonly fact: Fact;
}

/** A fact that favours the recommended product over a rival, by a demand of the request or by price. */
export function findReason(
  facts: readonly Fact[],
  taken: SeenProduct,
  rivals: Iterable<SeenProduct>,
  demands: Demands,
): Reason | undefined {
  for (const rival of rivals) {
    if (fit(facts, rival, demands) >= fit(facts, taken, demands) + DOMINATED) continue;
    const fact = facts.find(
      (each) => (each.product === taken || each.product === rival) && favours(each, taken, rival, demands, facts),
    );
    if (fact !== undefined) return { taken, rival, fact };
  }
  return undefined;
}

/** A rival that meets this many more demands, according to the thought itself, was not beaten. */
const DOMINATED = 2;

/** Whether the facts in a thought favour another product, by the demands they cover. */
export function speaksFor(
  facts: readonly Fact[],
  rival: SeenProduct,
  taken: SeenProduct,
  demands: Demands,
  by = DOMINATED,
): boolean {
  return fit(facts, rival, demands) >= fit(facts, taken, demands) + by;
}

function favours(
  fact: Fact,
  taken: SeenProduct,
  rival: SeenProduct,
  demands: Demands,
  facts: readonly Fact[],
): boolean {
  if (fact.kind === 'price') return isPriceReason(taken, rival, demands, facts);
  const isOfTaken = fact.product === taken;
  // "Has it" is in favour of the product, "lacks it" against it.
  if (isOfTaken !== fact.positive) {
    return (
      !isOfTaken && fact.kind === 'value' && fact.names.some((name) => hasAskedValue(taken, name, demands, fact.words))
    );
  }
  const other = isOfTaken ? rival : taken;
  if (has(other, fact) !== false && isOfTaken) return false;
  if (!isOfTaken && has(other, fact) !== true) return false;
  return concerns(fact, demands);
}

function isPriceReason(taken: SeenProduct, rival: SeenProduct, demands: Demands, facts: readonly Fact[]): boolean {
  const priced = (product: SeenProduct): boolean =>
    facts.some((fact) => fact.kind === 'price' && fact.product === product);
  const isOut = demands.excludesPrice(rival) === true && demands.excludesPrice(taken) === false;
  if (isOut && priced(rival)) return true;
  if (!priced(taken) || !priced(rival) || !areAlike(taken, rival)) return false;
  return demands.excludesPrice(taken) !== true && Math.min(...taken.prices) < Math.min(...rival.prices);
}

/** Whether two products are comparable: a belt is not chosen because it costs less than a boiler. */
function areAlike(taken: SeenProduct, rival: SeenProduct): boolean {
  return taken.title.length === 0 || taken.title.some((word) => !isOrdinary(word) && rival.title.includes(word));
}

/**
 * Whether a fact such as "is of glass" gives a rejected product a value other than the requested one, which a
 * recommended product has.
 */
export function isOtherThanAsked(
  { kind, names, words }: Fact,
  taken: ReadonlySet<SeenProduct>,
  demands: Demands,
): boolean {
  if (kind !== 'value') return false;
  return Array.from(taken).some((product) => names.some((name) => hasAskedValue(product, name, demands, words)));
}

/** Whether the recommended product has another value for the same attribute, and the request asks for that value. */
function hasAskedValue(taken: SeenProduct, name: string, demands: Demands, words: readonly string[]): boolean {
  const value = words.join(' ');
  const own = taken.pairs.get(name);
  return own !== undefined && !own.has(value) && Array.from(own).some((each) => demands.ask(each.split(' ')));
}

/** Whether a product has what a fact is about; `undefined` if results do not show it. */
function has(product: SeenProduct, { kind, names, words }: Fact): boolean | undefined {
  switch (kind) {
    case 'service':
      return product.services?.has(names[0]!);
    case 'feature':
      return product.opened ? hasFeature(product, names[0]!) : undefined;
    case 'value': {
      const value = words.join(' ');
      if (product.opened) return names.some((name) => product.pairs.get(name)?.has(value) === true);
      return product.title.length === 0 ? undefined : words.every((word) => product.title.includes(word));
    }
    case 'word':
      return product.title.length === 0 ? undefined : product.title.includes(names[0]!);
    case 'shop':
      return product.shopId?.toLowerCase() === names[0];
    case 'price':
      return undefined;
  }
}

/** Whether a fact is about something the request asks for, or about a price. */
export function concerns({ kind, names, words }: Fact, demands: Demands): boolean {
  switch (kind) {
    case 'service':
      return demands.services.has(names[0]!);
    case 'shop':
      return demands.areAboutShops;
    case 'price':
      return true;
    default:
      return demands.ask(words) || names.some((name) => demands.ask(name.split(' ')));
  }
}

/** Number of demands that a product meets minus those it fails, according to the facts about it. */
function fit(facts: readonly Fact[], product: SeenProduct, demands: Demands): number {
  const met = new Map<string, number>();
  for (const fact of facts) {
    if (fact.product !== product) continue;
    if (fact.kind === 'price') {
      const isOut = demands.excludesPrice(product);
      if (isOut !== undefined) met.set('price', isOut ? -1 : 1);
      continue;
    }
    if (concerns(fact, demands)) met.set(`${fact.names[0]}`, fact.positive ? 1 : -1);
  }
  return Array.from(met.values()).reduce((sum, each) => sum + each, 0);
}
