import { numbersOf } from './request-numbers.ts';
import type { RequestText } from './request-text.ts';

/** Colours and sizes; synonyms are joined by a slash. */
const COLOURS_AND_SIZES: ReadonlyMap<string, string> = new Map(
  `black/blackish white/whitish gray/grey/grayish/greyish silver/silvery gold/golden red/reddish maroon burgundy
   pink/pinkish/rose purple/violet lavender/lilac blue/bluish navy teal turquoise green/greenish olive mint
   yellow/yellowish orange coral brown/brownish beige tan khaki cream ivory transparent/clear
   xs s/small m/medium l/large xl xxl xxxl`
    .split(/\s+/)
    .flatMap((names) => names.split('/').map((name, _, [first]) => [name, first!] as const)),
);

/**
 * Whether each of two nearly equal texts states a number, a colour or a size that the other does not, so that they use
 * the same words about different things. A copy may omit a detail, but it does not change one.
 */
export function contradict(left: RequestText, right: RequestText): boolean {
  return statesMore(left, right) && statesMore(right, left);
}

function statesMore(one: RequestText, other: RequestText): boolean {
  const known = new Set(numbersIn(other).flat());
  if (numbersIn(one).some((keys) => !keys.some((key) => known.has(key)))) return true;
  return !valuesIn(one).isSubsetOf(valuesIn(other));
}

function valuesIn({ words }: RequestText): Set<string> {
  return new Set(words.map((word) => COLOURS_AND_SIZES.get(word)).filter((value) => value !== undefined));
}

/** Adds a key without the decimal point, which is lost when punctuation is removed. */
function numbersIn({ written }: RequestText): string[][] {
  return numbersOf(written).map((keys) => [...keys, keys[0]!.replaceAll(/\D/g, '').replace(/^0+/, '')]);
}
