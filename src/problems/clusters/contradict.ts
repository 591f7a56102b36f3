import { numbersOf } from './request-numbers.ts';
import type { RequestText } from './request-text.ts';

const COLOURS_AND_SIZES = new Set(
  `black white gray grey silver gold golden red maroon burgundy pink rose purple violet lavender lilac blue navy teal
   turquoise green olive mint yellow orange coral brown beige tan khaki cream ivory transparent clear
   xs s m l xl xxl xxxl small medium large`.split(/\s+/),
);

/**
 * Whether each of two nearly equal texts states a number, a colour or a size that the other does not: the same words
 * about something else. A copy may leave a detail out, but it does not change one.
 */
export function contradict(left: RequestText, right: RequestText): boolean {
  return statesMore(left, right) && statesMore(right, left);
}

function statesMore(one: RequestText, other: RequestText): boolean {
  const known = new Set(numbersIn(other).flat());
  if (numbersIn(one).some((keys) => !keys.some((key) => known.has(key)))) return true;
  return one.words.some((word) => COLOURS_AND_SIZES.has(word) && !other.words.includes(word));
}

/** Also without the decimal point, which gets lost with the rest of the punctuation. */
function numbersIn({ written }: RequestText): string[][] {
  return numbersOf(written).map((keys) => [...keys, keys[0]!.replaceAll(/\D/g, '').replace(/^0+/, '')]);
}
