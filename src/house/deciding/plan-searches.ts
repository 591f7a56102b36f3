import { isFiller } from '../../market/analysis.ts';
import { wholeWords } from '../../text/words.ts';
import type { PriceRange, Wish } from '../reading/wish.ts';

export type SearchParameters = Readonly<Record<string, string | number>>;

const MAX_WORDS = 7;

/** The searches a shopper tries for a wish, one after the other, until something fits. */
export function searchesFor(wish: Wish, shopId?: string): SearchParameters[] {
  const narrow = { ...filtersOf(wish), ...(shopId !== undefined && { shop_id: shopId }) };
  const name = nameWords(wish);
  const everything = [...new Set([...name, ...wish.clauses.flatMap((clause) => telling(clause.value))])].slice(0, 16);
  const short = name.join(' ');
  const long = everything.join(' ');
  // Within a shop there are few of a kind, and one that is meant shows the whole name.
  if (shopId !== undefined) return [{ q: short, page: 1, ...narrow }];
  return distinct([
    { q: short, page: 1, ...narrow },
    { q: long, page: 1, ...narrow },
    { q: short, page: 2, ...narrow },
    { q: long, page: 1 },
    { q: short, page: 3, ...narrow },
    { q: long, page: 2, ...narrow },
  ]);
}

/** What the item is called, with the selling point behind it where there is one. */
export function nameWords(wish: Wish): string[] {
  const [first] = wish.clauses;
  const point = first?.mayBeInTitle ? telling(first.value) : [];
  const words = [...telling(wish.name), ...point];
  const chosen = words.length > 0 ? words : telling(wish.text);
  return [...new Set(chosen.length > 0 ? chosen : wholeWords(wish.text))].slice(0, MAX_WORDS);
}

function telling(text: string): string[] {
  return wholeWords(text).filter((word) => !isFiller(word));
}

export function filtersOf({ price, services }: Wish): { price?: string; service?: string } {
  return {
    ...(price !== undefined && { price: priceFilter(price) }),
    ...(services.length > 0 && { service: services.join(',') }),
  };
}

/** In the form of the search tool: "0-300", "180-505", "1000-". */
function priceFilter({ low, high }: PriceRange): string {
  return `${low}-${high === Infinity ? '' : high}`;
}

function distinct(searches: readonly SearchParameters[]): SearchParameters[] {
  const seen = new Set<string>();
  return searches.filter((search) => {
    const key = JSON.stringify(search);
    return !seen.has(key) && seen.add(key);
  });
}
