import type { LeafCategory } from '../catalogue/leaf-category.ts';
import type { Item } from './item.ts';

interface StatedValue {
  readonly key: string;
  readonly value: string;
}

/** The words and phrases a listing of an item may use without contradicting it. */
export interface Wording {
  readonly noun: string;
  readonly nouns: readonly string[];
  readonly features: readonly string[];
  readonly uses: readonly string[];
}

/** Values that mean nothing without their key: "No Drilling" does not state "no". */
const MEANINGLESS = new Set(['yes', 'no', 'none']);

const statedByLeaf = new WeakMap<LeafCategory, ReadonlyMap<string, readonly StatedValue[]>>();

/**
 * Drops nouns, features and uses that contain a different value of an attribute or option than the item has: a fan
 * whose type is "stand fan" must not be listed as a "Desk Fan". Values of keys that the item does not have are allowed.
 */
export function wordingOf(item: Item): Wording {
  const { leaf } = item;
  const stated = statedValues(leaf);
  const fits = (phrase: string): boolean => stated.get(phrase)?.every((value) => agrees(item, value)) ?? true;
  const nouns = leaf.nouns.filter(fits);
  if (nouns.length === 0) nouns.push(...leaf.nouns.slice(0, 1));
  return {
    noun: nouns.includes(item.noun) ? item.noun : nouns[leaf.nouns.indexOf(item.noun) % nouns.length]!,
    nouns,
    features: item.features.filter(fits),
    uses: leaf.uses.filter(fits),
  };
}

function agrees(item: Item, { key, value }: StatedValue): boolean {
  const known = item.attributes[key] ?? item.options[key];
  return known === undefined || known.includes(value);
}

function statedValues(leaf: LeafCategory): ReadonlyMap<string, readonly StatedValue[]> {
  const known = statedByLeaf.get(leaf);
  if (known !== undefined) return known;
  const stated = new Map<string, StatedValue[]>();
  const values = Object.entries({ ...leaf.attributes, ...leaf.skuAxes })
    .flatMap(([key, each]) => each.map((value) => ({ key, value, words: padded(value) })))
    .filter(({ value }) => !MEANINGLESS.has(value));
  for (const phrase of [...leaf.nouns, ...leaf.features, ...leaf.uses]) {
    const text = padded(phrase);
    const found = values.filter(({ words }) => text.includes(words));
    if (found.length > 0) stated.set(phrase, found);
  }
  statedByLeaf.set(leaf, stated);
  return stated;
}

/** Lower-case words separated and surrounded by single spaces, so that `includes` compares whole words. */
export function padded(text: string): string {
  return ` ${text
    .toLowerCase()
    .split(/[^\p{L}\p{N}.%]+/u)
    .filter(Boolean)
    .join(' ')} `;
}
