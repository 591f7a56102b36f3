import type { Product } from '../../market/product.ts';
import type { Random } from '../../random/random.ts';
import { misspelt } from '../language/brand-spelling.ts';
import type { PlannedItem, SaidFact } from '../language/compose-request.ts';
import { type Choice, type Fact, fewestUnmet, type ItemRequest, meetsFacts } from '../language/fact.ts';
import type { FactPhrase } from '../language/fact-phrases.ts';
import { spokenLeaf } from '../language/lexicon.ts';
import { BRAND_PHRASES, SERVICE_PHRASES } from '../language/shared-phrases.ts';
import type { ArenaCategory, Target } from '../problem.ts';
import type { Drawing } from './draw-problem.ts';
import { plainLanguage, plainPhrases } from './plain-language.ts';
import { pricePhrase } from './price-phrase.ts';

/** An item with its answer, its wording, and every accepted listing. */
export interface Wish extends PlannedItem {
  readonly product: Product;
  readonly request: ItemRequest;
  /** Numbers of the listings that meet every fact and, if there is a choice, satisfy it. */
  readonly accepted: readonly number[];
  /** Numbers of all listings that meet every fact, before the choice is applied. */
  readonly meeting: readonly number[];
  readonly nearMisses: number;
  /** Whether the price limit has to be computed. */
  readonly calculates: boolean;
}

/** How often items have each kind of fact, based on the 986 items of the benchmark's product and shop test files. */
const WITH_PRICE: Readonly<Record<ArenaCategory, number>> = { product: 0.73, shop: 0.74, voucher: 0 };
const WITH_BRAND = 0.3;
const WITH_SERVICE = 0.22;
const WITH_CHOICE = 0.15;

/** If more listings than this meet the request, it is too vague and another fact is added. */
const MOST_ANSWERS: Readonly<Record<ArenaCategory, number>> = { product: 5, shop: 30, voucher: 12 };
const MOST_FACTS = 6;

/** Facts of an item that depend on the other items: a service for all of them, the same colour as another. */
export interface SharedFacts {
  readonly services: readonly SaidFact[];
  readonly colour?: { readonly value: string; readonly said: SaidFact };
}

/** Number of matching listings for which asking for the cheapest makes sense. */
const CHOOSE_FROM = { least: 2, most: 12 } as const;

/**
 * Plans the request for a product, adding facts until few enough listings meet them. `undefined` if that is not
 * possible.
 */
export function planItem(
  drawing: Drawing,
  random: Random,
  { doc, category, given }: { readonly doc: number; readonly category: ArenaCategory; readonly given: SharedFacts },
): Wish | undefined {
  const { listings } = drawing;
  const product = listings.product(doc);
  const spoken = spokenLeaf(product.category.at(-1) ?? '');
  const language = spoken?.language ?? plainLanguage(random, product);
  const said = openingFacts(random, product, category, spoken?.leaf.brands ?? [], given);
  const pool = factPool(random, product, spoken?.phrases ?? plainPhrases(product), given.colour?.value);
  if (pool.length === 0) return undefined;
  const kind = drawing.sameKind(doc);
  let meeting: number[] = [];
  for (;;) {
    const facts = said.map(({ fact }) => fact);
    meeting = kind.filter((other) => meetsFacts(listings.product(other), facts));
    const enough = said.some(({ fact }) => fact.kind === 'values' || fact.kind === 'not');
    if (enough && meeting.length <= MOST_ANSWERS[category]) break;
    const next = pool.pop();
    if (next === undefined || said.length === MOST_FACTS) return undefined;
    said.push({ fact: next.fact, phrase: next.text });
  }
  const facts = said.map(({ fact }) => fact);
  const choice = category === 'product' ? drawChoice(random, meeting) : undefined;
  const accepted = choice === undefined ? meeting : chosenOf(drawing, meeting, choice);
  const answer = accepted.includes(doc) ? product : listings.product(accepted[0]!);
  return {
    language,
    things: spoken?.thingWords(drawing.words) ?? { ...language, plainNames: [] },
    facts: said,
    ...(choice && { choice }),
    product: answer,
    request: { leaf: language.leaf, facts, ...(choice && { choice }) },
    accepted,
    meeting,
    nearMisses: countNearMisses(drawing, kind, facts),
    calculates: said.some(({ sentence }) => sentence !== undefined),
  };
}

function openingFacts(
  random: Random,
  product: Product,
  category: ArenaCategory,
  brands: readonly string[],
  given: SharedFacts,
): SaidFact[] {
  const said: SaidFact[] = [...given.services, ...(given.colour ? [given.colour.said] : [])];
  if (random.chance(WITH_PRICE[category])) said.push(pricePhrase(random, product.price, category === 'product'));
  for (const service of product.service)
    if (random.chance(WITH_SERVICE) && !said.some(({ fact }) => fact.kind === 'service' && fact.service === service))
      said.push({ fact: { kind: 'service', service }, phrase: random.pick(SERVICE_PHRASES[service]) });
  const brand = brands.find((name) => name.toLowerCase() === product.brand.toLowerCase());
  if (brand !== undefined && random.chance(WITH_BRAND)) {
    const written = random.chance(0.4) ? (misspelt(random, brand, brands) ?? brand) : brand;
    said.push({
      fact: { kind: 'brand', brand: brand.toLowerCase() },
      phrase: random.pick(BRAND_PHRASES).replace('…', () => written),
    });
  }
  return said;
}

/** One phrase for each key in the record, in random order, all true of the same variant. */
function factPool(
  random: Random,
  product: Product,
  phrases: readonly FactPhrase[],
  colour: string | undefined,
): FactPhrase[] {
  const variants = Object.values(product.sku_options).filter((each) => colour === undefined || each[COLOUR] === colour);
  const variant: Readonly<Record<string, string>> = variants.length === 0 ? {} : random.pick(variants);
  const byKey = new Map<string, FactPhrase[]>();
  for (const phrase of phrases) {
    if (!holdsByRecord(product, variant, phrase.fact)) continue;
    const { key } = phrase.fact;
    if (key === COLOUR && colour !== undefined) continue;
    byKey.set(key, [...(byKey.get(key) ?? []), phrase]);
  }
  const chosen = [...byKey.values()].map((choices) => random.pick(choices));
  return random.sample(chosen, chosen.length);
}

export const COLOUR = 'color_family';

function holdsByRecord(product: Product, variant: Readonly<Record<string, string>>, fact: FactPhrase['fact']): boolean {
  const stated = [
    ...(Object.hasOwn(product.attributes, fact.key) ? product.attributes[fact.key]! : []),
    ...(Object.hasOwn(variant, fact.key) ? [variant[fact.key]!] : []),
  ];
  if (stated.length === 0) return false;
  if (fact.kind === 'not') return !stated.includes(fact.value) && !Object.hasOwn(variant, fact.key);
  return stated.some((value) => fact.values.includes(value));
}

function drawChoice(random: Random, meeting: readonly number[]): Choice | undefined {
  if (meeting.length < CHOOSE_FROM.least || meeting.length > CHOOSE_FROM.most) return undefined;
  if (!random.chance(WITH_CHOICE * 2)) return undefined;
  return random.pick<Choice>(['cheapest', 'cheapest', 'dearest', 'best selling']);
}

function chosenOf({ search }: Drawing, meeting: readonly number[], choice: Choice): number[] {
  const { prices, soldCounts } = search.index;
  const worth = (doc: number): number => {
    if (choice === 'best selling') return soldCounts[doc]!;
    return choice === 'cheapest' ? -prices[doc]! : prices[doc]!;
  };
  const best = Math.max(...meeting.map(worth));
  return meeting.filter((doc) => worth(doc) === best);
}

function countNearMisses({ listings }: Drawing, kind: readonly number[], facts: readonly Fact[]): number {
  return kind.filter((doc) => fewestUnmet(listings.product(doc), facts) === 1).length;
}

/** The target for the scorer, in the reference's format: the values of the answer itself, and the accepted listings. */
export function targetOf(drawing: Drawing, { product, request, accepted }: Wish): Target {
  const { index } = drawing.search;
  const options: Record<string, string> = {};
  const attributes: Record<string, readonly string[]> = {};
  for (const fact of request.facts) {
    if (fact.kind === 'brand') attributes.brand = [fact.brand];
    if (fact.kind !== 'values') continue;
    const stated = (product.attributes[fact.key] ?? []).filter((value) => fact.values.includes(value));
    if (stated.length > 0) attributes[fact.key] = [stated[0]!];
    else {
      const variant = Object.values(product.sku_options).find((each) => fact.values.includes(each[fact.key] ?? ''));
      if (variant !== undefined) options[fact.key] = variant[fact.key]!;
    }
  }
  const price = request.facts.find((fact) => fact.kind === 'price')?.price;
  return {
    productId: product.product_id,
    accepts: accepted.map((doc) => index.productIds.at(doc)),
    titles: [product.title],
    options,
    attributes,
    services: request.facts.flatMap((fact) => (fact.kind === 'service' ? [fact.service] : [])),
    ...(price && { price }),
  };
}
