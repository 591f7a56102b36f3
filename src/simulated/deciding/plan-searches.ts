import { isFiller } from '../../market/analysis.ts';
import { spokenLeaf } from '../../problems/language.ts';
import { wholeWords } from '../../text/words.ts';
import { valuesOf } from '../reading/read-spoken.ts';
import type { PriceRange, Wish } from '../reading/wish.ts';

export type SearchParameters = Readonly<Record<string, string | number>>;

const MAX_WORDS = 7;

/** The searches for a wish, to be tried in this order until something matches. */
export function searchesFor(wish: Wish, shopId?: string): SearchParameters[] {
  const narrow = { ...filtersOf(wish), ...(shopId !== undefined && { shop_id: shopId }) };
  if (wish.leaf !== undefined) return distinct(spokenSearches(wish, wish.leaf, narrow, shopId !== undefined));
  const name = nameWords(wish);
  const everything = [...new Set([...name, ...wish.clauses.flatMap((clause) => telling(clause.value))])].slice(0, 16);
  const named = wish.mentions === undefined ? [] : [wish.mentions];
  const short = [...named, ...name].join(' ');
  const long = [...named, ...everything].join(' ');
  // A shop has few listings of a kind, and a matching one shows the whole name.
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

/** Number of accepted values that are used in a search. */
const MOST_VALUES = 3;

const SORTS = { cheapest: 'priceasc', dearest: 'pricedesc', 'best selling': 'order' } as const;

/** Searches in sellers' words: their name for the product and the meant values. */
function spokenSearches(
  wish: Wish,
  leaf: string,
  narrow: Readonly<Record<string, string>>,
  isInShop: boolean,
): SearchParameters[] {
  const nouns = spokenLeaf(leaf)!.leaf.nouns.map((noun) => noun.toLowerCase());
  const values = wish.clauses.flatMap(({ fact }) =>
    fact === undefined || fact.kind === 'not' ? [] : valuesOf(fact).slice(0, MOST_VALUES),
  );
  const telling = (noun: string): string =>
    [...new Set(wholeWords([wish.mentions ?? '', noun, ...values].join(' ')))].slice(0, 16).join(' ');
  const pages = (q: string, ...numbers: number[]): SearchParameters[] =>
    numbers.map((page) => ({ q, page, ...narrow }));
  const [first = wish.name, second = first, third = first] = nouns;
  if (isInShop) return [...pages(telling(first), 1), ...pages(leaf.toLowerCase(), 1)];
  if (wish.choice !== undefined) {
    // The search sorts the best matches, so these pages together show every listing worth comparing.
    const sort = SORTS[wish.choice];
    return pages(telling(first), 1, 2, 3, 4, 5).map((search) => ({ ...search, sort }));
  }
  const named = wish.mentions === undefined ? [] : [first, second].map((noun) => `${wish.mentions} ${noun}`);
  return [
    ...named.flatMap((q) => pages(q, 1, 2)),
    ...pages(telling(first), 1, 2),
    ...pages(leaf.toLowerCase(), 1),
    ...pages(telling(second), 1),
    { q: telling(first), page: 1, ...narrow, sort: 'priceasc' },
    ...pages(telling(first), 3),
    ...pages(telling(third), 1),
    ...pages(first, 1),
    ...pages(leaf.toLowerCase(), 2, 3),
    ...pages(telling(first), 4, 5),
    ...pages(telling(second), 2, 3),
    ...pages(second, 1, 2),
    ...pages(leaf.toLowerCase(), 4, 5),
  ];
}

/** Words of the item's name, with the selling point after it if there is one. */
export function nameWords(wish: Wish): string[] {
  const [first] = wish.clauses;
  const point = first?.mayBeInTitle ? telling(first.value) : [];
  const words = [...telling(wish.name), ...point];
  const chosen = words.length > 0 ? words : telling(wish.text);
  return [...new Set(chosen.length > 0 ? chosen : wholeWords(wish.text))].slice(0, MAX_WORDS);
}

/** A short query: the name and the values that distinguish the meant items from others of their kind. */
export function queryWords(wish: Wish): string[] {
  if (wish.leaf === undefined) return nameWords(wish);
  const values = wish.clauses.flatMap(({ fact }) =>
    fact === undefined || fact.kind === 'not' || valuesOf(fact).length > 1 ? [] : valuesOf(fact),
  );
  return [...new Set(wholeWords([wish.name, ...values].join(' ')))].slice(0, MAX_WORDS);
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

/** In the format of the search tool: "0-300", "180-505", "1000-". */
function priceFilter({ low, high }: PriceRange): string {
  return `${low}-${high === Infinity ? '' : Math.floor(high * 100) / 100}`;
}

function distinct(searches: readonly SearchParameters[]): SearchParameters[] {
  const seen = new Set<string>();
  return searches.filter((search) => {
    const key = JSON.stringify(search);
    return !seen.has(key) && seen.add(key);
  });
}
