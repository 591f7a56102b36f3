import type { Product } from '../../market/product.ts';
import type { Service } from '../../market/service.ts';
import { words } from '../../text/words.ts';
import type { PriceConstraint } from '../problem.ts';
import { meetsPrice } from '../satisfy/check-target.ts';

/** One requirement on an item, as the shopper means it. */
export type Fact =
  | { readonly kind: 'brand'; readonly brand: string }
  /** Any of the values is accepted. */
  | { readonly kind: 'values'; readonly key: string; readonly values: readonly string[] }
  | { readonly kind: 'not'; readonly key: string; readonly value: string }
  | { readonly kind: 'service'; readonly service: Service }
  | { readonly kind: 'price'; readonly price: PriceConstraint };

/** Which of the listings that meet every fact is asked for. */
export type Choice = 'cheapest' | 'dearest' | 'best selling';

/** One item of a request, as the shopper means it. */
export interface ItemRequest {
  /** The last part of the leaf's path in the catalogue. */
  readonly leaf: string;
  readonly facts: readonly Fact[];
  readonly choice?: Choice;
}

/** Whether one variant of the listing meets every fact. */
export function meetsFacts(product: Product, facts: readonly Fact[]): boolean {
  return fewestUnmet(product, facts) === 0;
}

/** Number of facts that the best variant of the listing does not meet. */
export function fewestUnmet(product: Product, facts: readonly Fact[]): number {
  const variants = Object.values(product.sku_options);
  // Variants differ only in their options; all other facts are checked once.
  const varying = facts.filter((fact) => dependsOnVariant(variants, fact));
  const fixed = varying.length === 0 ? facts : facts.filter((fact) => !varying.includes(fact));
  const unmet = fixed.filter((fact) => !meets(product, NO_VARIANT, fact)).length;
  if (varying.length === 0) return unmet;
  const fewest = variants.map((variant) => varying.filter((fact) => !meets(product, variant, fact)).length);
  return unmet + Math.min(...fewest);
}

const NO_VARIANT: Readonly<Record<string, string>> = {};

function dependsOnVariant(variants: readonly Readonly<Record<string, string>>[], fact: Fact): boolean {
  if (fact.kind !== 'values' && fact.kind !== 'not') return false;
  return variants.some((variant) => Object.hasOwn(variant, fact.key));
}

function meets(product: Product, variant: Readonly<Record<string, string>>, fact: Fact): boolean {
  switch (fact.kind) {
    case 'price':
      return meetsPrice(fact.price, product.price);
    case 'service':
      return product.service.includes(fact.service);
    case 'brand':
      return isOfBrand(product, fact.brand);
    case 'not':
      return !valuesOf(product, variant, fact.key).includes(fact.value) && !saysOfSilent(product, fact.key, fact.value);
    case 'values': {
      const { key, values } = fact;
      if (valuesOf(product, variant, key).some((value) => values.includes(value))) return true;
      return values.some((value) => saysOfSilent(product, key, value));
    }
  }
}

function isOfBrand(product: Product, brand: string): boolean {
  if (product.brand !== '') return product.brand.toLowerCase() === brand;
  return (ownValue(product.attributes, 'brand') ?? []).includes(brand) || saysRun(spaced(product.title), brand);
}

function valuesOf(product: Product, variant: Readonly<Record<string, string>>, key: string): readonly string[] {
  const option = ownValue(variant, key);
  return [...(ownValue(product.attributes, key) ?? []), ...(option === undefined ? [] : [option])];
}

/** A record may omit a value that its text states; a shopper who reads the text would accept the listing. */
function saysOfSilent(product: Product, key: string, value: string): boolean {
  if (Object.hasOwn(product.attributes, key)) return false;
  if (Object.values(product.sku_options).some((variant) => Object.hasOwn(variant, key))) return false;
  return saysRun(fullText(product), value);
}

/** `text` must come from `spaced`. */
function saysRun(text: string, value: string): boolean {
  const wanted = spaced(value.replace(/^[a-z]+:\s*/, ''));
  return wanted.length >= SHORTEST_RUN + 2 && text.includes(wanted);
}

/** Puts a space around each word, so that only whole words match. */
function spaced(text: string): string {
  return ` ${words(text).join(' ')} `;
}

/** Cached because a listing is compared with many requests. */
const fullTexts = new WeakMap<Product, string>();

function fullText(product: Product): string {
  const known = fullTexts.get(product);
  if (known !== undefined) return known;
  const text = spaced(`${product.title} ${product.short_description} ${product.description}`);
  fullTexts.set(product, text);
  return text;
}

/** Shorter values ("s", "no", "8") occur in almost every text by chance. */
const SHORTEST_RUN = 4;

function ownValue<Value>(record: Readonly<Record<string, Value>>, key: string): Value | undefined {
  return Object.hasOwn(record, key) ? record[key] : undefined;
}
