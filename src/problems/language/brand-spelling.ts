import type { Random } from '../../random/random.ts';

/**
 * Misspells a brand like a person who has only heard it: one letter doubled, dropped, swapped or replaced by a similar
 * one. `undefined` if the result would be as close to another brand of the leaf.
 */
export function misspelt(random: Random, brand: string, brands: readonly string[]): string | undefined {
  const places = Array.from(brand.matchAll(/(?<=\p{L})\p{Ll}(?=\p{L})/gu), (match) => match.index);
  if (brand.length < SHORTEST || places.length === 0) return undefined;
  const at = random.pick(places);
  const letter = brand[at]!;
  const written = random.pick([
    brand.slice(0, at) + letter + brand.slice(at),
    brand.slice(0, at) + brand.slice(at + 1),
    brand.slice(0, at) + brand[at + 1]! + letter + brand.slice(at + 2),
    brand.slice(0, at) + (ALIKE[letter] ?? letter + letter) + brand.slice(at + 1),
  ]);
  return written !== brand && nearestBrand(written, brands) === brand ? written : undefined;
}

const SHORTEST = 5;

const ALIKE: Readonly<Record<string, string>> = {
  a: 'e',
  e: 'i',
  i: 'e',
  o: 'u',
  u: 'o',
  c: 'k',
  k: 'c',
  s: 'z',
  z: 's',
  v: 'b',
  b: 'v',
  f: 'ph',
  y: 'i',
  x: 'ks',
};

/** Two edits are a typo; three make another name. */
const MOST_EDITS = 2;

/** The intended brand: the closest one, if it is close enough and no other is equally close. */
export function nearestBrand(written: string, brands: readonly string[]): string | undefined {
  const wanted = written.toLowerCase();
  const ranked = brands
    .map((brand) => ({ brand, edits: editDistance(wanted, brand.toLowerCase()) }))
    .sort((left, right) => left.edits - right.edits);
  const [best, next] = ranked;
  if (best === undefined || best.edits > MOST_EDITS || next?.edits === best.edits) return undefined;
  return best.brand;
}

/** Levenshtein distance. */
function editDistance(left: string, right: string): number {
  let row = Array.from({ length: right.length + 1 }, (_, place) => place);
  for (let i = 1; i <= left.length; i++) {
    const next = [i];
    for (let j = 1; j <= right.length; j++) {
      const replaced = row[j - 1]! + (left[i - 1] === right[j - 1] ? 0 : 1);
      next.push(Math.min(replaced, row[j]! + 1, next[j - 1]! + 1));
    }
    row = next;
  }
  return row[right.length]!;
}
