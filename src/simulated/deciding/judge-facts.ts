import { stemOf } from '../../market/analysis.ts';
import type { Product } from '../../market/product.ts';
import type { Service } from '../../market/service.ts';
import { meetsFacts, type SpokenLeaf, spokenLeaf } from '../../problems/language.ts';
import { holdsKeyword } from '../../problems/satisfy.ts';
import { wholeWords } from '../../text/words.ts';
import type { Listing } from '../reading/conversation.ts';
import { keyOf, valuesOf } from '../reading/read-spoken.ts';
import type { Clause, Wish, WordedFact } from '../reading/wish.ts';
import type { Judgement } from './judge-candidates.ts';

/** Judges a listing against a wish of known meaning. `against` has the contradictions found on its card. */
export function judgeFacts(wish: Wish, listing: Listing, against: readonly string[]): Judgement {
  const spoken = spokenLeaf(wish.leaf ?? '');
  const isOpen = listing.attributes !== undefined || listing.variants !== undefined;
  const named = spoken === undefined ? 1 : namesKind(spoken, listing);
  const isKind = isOpen && spoken !== undefined ? hasKeysOf(spoken, listing, named === 1) : named > 0;
  const missingName = isKind ? [] : [wish.name];
  if (!isOpen) {
    const unsaid = wish.clauses.length - wish.clauses.filter((clause) => titleSays(listing, clause)).length;
    const unknown = unsaid + (mentionsName(wish, listing) ? 0 : 1);
    return {
      listing,
      fits: false,
      possible: against.length === 0 && isKind,
      missingName,
      met: [],
      against,
      score: named - 1 - against.length - 2 * missingName.length - 0.6 * unknown,
    };
  }
  const product = productOf(listing);
  const facts = wish.clauses.flatMap(({ fact }) => (fact === undefined ? [] : [fact]));
  const failed = facts.filter((fact) => !meetsFacts(product, [fact]));
  const reasons = [...against, ...failed.map((fact) => describeFailure(fact, listing))];
  if (failed.length === 0 && !meetsFacts(product, facts)) reasons.push('has no single variant with all of that');
  return {
    listing,
    fits: listing.title !== undefined && reasons.length === 0 && isKind,
    possible: reasons.length === 0 && isKind,
    missingName,
    met: facts.filter((fact) => !failed.includes(fact)).flatMap((fact) => shownFor(fact, product)),
    against: reasons,
    score: 0.25 - reasons.length - 2 * missingName.length,
  };
}

/** Whether the shown text has the name that was found out, if there is one. */
export function mentionsName({ mentions = '' }: Wish, { title = '', description = '' }: Listing): boolean {
  return holdsKeyword({ title, description }, mentions);
}

/** How surely the title names the kind: 1 for a whole name, 0.5 for two words from its names, otherwise 0. */
function namesKind({ leaf }: SpokenLeaf, { title = '' }: Listing): number {
  const said = wholeWords(title).map(stemOf);
  const text = ` ${said.join(' ')} `;
  const { whole, words } = namesOf(leaf);
  if (whole.some((name) => text.includes(name))) return 1;
  return words.intersection(new Set(said)).size >= 2 ? 0.5 : 0;
}

type Leaf = SpokenLeaf['leaf'];

interface LeafNames {
  /** Stemmed, with a space on each side. */
  readonly whole: readonly string[];
  readonly words: ReadonlySet<string>;
}

const leafNames = new WeakMap<Leaf, LeafNames>();

/** Cached, because many listings are compared with the same leaf. */
function namesOf(leaf: Leaf): LeafNames {
  const known = leafNames.get(leaf);
  if (known !== undefined) return known;
  const names = [...leaf.nouns, leaf.path.at(-1)!].map((name) => wholeWords(name).map(stemOf));
  const made = { whole: names.map((name) => ` ${name.join(' ')} `), words: new Set(names.flat()) };
  leafNames.set(leaf, made);
  return made;
}

/** Whether the page describes a product of this kind: most of its attributes are typical of the kind. */
function hasKeysOf({ leaf }: SpokenLeaf, listing: Listing, isNamed: boolean): boolean {
  const shown = [
    ...(listing.attributes ?? []).map(([key]) => key),
    ...(listing.variants ?? []).flatMap((variant) => variant.map(([key]) => key)),
  ];
  const keys = [...new Set(shown)].filter((key) => key !== 'brand' && key !== 'color_family');
  const known = keys.filter((key) => Object.hasOwn(leaf.attributes, key) || Object.hasOwn(leaf.skuAxes, key));
  return keys.length === 0 ? isNamed : known.length / keys.length >= KNOWN_SHARE;
}

const KNOWN_SHARE = 0.7;

function titleSays({ title = '' }: Listing, { fact }: Clause): boolean {
  if (fact === undefined || fact.kind === 'not') return false;
  const text = ` ${wholeWords(title).join(' ')} `;
  return valuesOf(fact).some((value) => text.includes(` ${wholeWords(value).join(' ')} `));
}

/** The shown facts as a product, for the comparison with facts. Fields that were not shown are empty. */
function productOf(listing: Listing): Product {
  const attributes = Object.fromEntries(listing.attributes ?? []);
  const variants = (listing.variants ?? []).map((variant, place) => [String(place), Object.fromEntries(variant)]);
  return {
    product_id: listing.id,
    shop_id: listing.shopId ?? '',
    title: listing.title ?? '',
    price: listing.price ?? 0,
    service: (listing.services ?? []) as readonly Service[],
    sold_count: listing.soldCount ?? 0,
    brand: attributes.brand?.[0] ?? '',
    category: [],
    short_description: '',
    description: listing.description ?? '',
    sku_options: Object.fromEntries(variants),
    attributes,
  };
}

/** Pairs of the listing that concern a fact. */
function shownFor(fact: WordedFact, product: Product): (readonly [string, string])[] {
  const key = keyOf(fact);
  const values = [
    ...(product.attributes[key] ?? []),
    ...Object.values(product.sku_options).flatMap((variant) => variant[key] ?? []),
  ];
  if (fact.kind === 'not') return values.slice(0, 1).map((value) => [key, value] as const);
  const good = values.find((value) => valuesOf(fact).includes(value));
  return good === undefined ? [] : [[key, good]];
}

function describeFailure(fact: WordedFact, listing: Listing): string {
  const key = keyOf(fact);
  const shown = [
    ...(listing.attributes ?? []).flatMap(([name, values]) => (name === key ? values : [])),
    ...(listing.variants ?? []).flatMap((variant) => variant.flatMap(([name, value]) => (name === key ? [value] : []))),
  ];
  const values = [...new Set(shown)].slice(0, 3).join(', ');
  const wanted = valuesOf(fact).slice(0, 3).join(' or ');
  if (fact.kind === 'not') return values === '' ? `speaks of ${wanted}` : `has ${key} ${values}, which was ruled out`;
  if (values === '') return `does not show ${key} ${wanted}`;
  return `has ${key} ${values} instead of ${wanted}`;
}
