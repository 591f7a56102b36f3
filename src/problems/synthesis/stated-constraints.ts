import type { Service } from '../../market/service.ts';
import { bagOfWords } from '../clusters/request-features.ts';
import { nearestBrand } from '../language/brand-spelling.ts';
import type { ItemRequest } from '../language/fact.ts';
import { spokenLeaf } from '../language/lexicon.ts';
import { readRequest } from '../language/read-request.ts';
import { SERVICE_PHRASES } from '../language/shared-phrases.ts';
import type { Problem, Target, Voucher } from '../problem.ts';

/** Any of these words states the service. */
const SERVICE_WORDS: Readonly<Record<Service, RegExp>> = {
  official: /\bofficial\b|\bflagship\b/i,
  freeShipping:
    /\bfree(ly)?\b.{0,30}\b(ship|deliver)|\b(ship|deliver)\w*\b.{0,30}\bfree\b|\bno (delivery|shipping) (fee|cost|charge)/i,
  COD: /\bCOD\b|\bon delivery\b|\bupon delivery\b|\bwhen (it|they) arrives?\b/i,
  flashsale: /\bflash/i,
};

/**
 * Constraints that a query does not state. A rewritten query must state all of them: a lost constraint makes the
 * problem unfair, which would only be noticed when agents fail it.
 */
export function unstatedConstraints(problem: Problem, query: string): string[] {
  const words = bagOfWords(query);
  const says = (text: string): boolean => [...bagOfWords(text)].every((word) => words.has(word));
  const read = readRequest(problem.query)?.items;
  const missing = problem.targets.flatMap((target, place) => {
    const item = read?.[place];
    if (item !== undefined)
      return [
        ...unstatedMeaning(problem.query, query, item, says, words),
        ...unstatedServices(target, query),
        ...unstatedBound(target, query),
      ];
    return [
      ...unstatedValues(target, says),
      ...unstatedTerms(target, query, says),
      ...unstatedName(problem.query, target, words),
    ];
  });
  // Limits may have to be computed, so the numbers in the original query must occur again.
  if (read !== undefined)
    missing.push(...[...bagOfWords(problem.query)].filter((word) => /^\d/.test(word) && !words.has(word)));
  if (problem.category === 'shop' && !SOME_SHOP.test(query)) missing.push('one shop');
  return problem.voucher === undefined ? missing : [...missing, ...unstatedVoucher(problem.voucher, query, says)];
}

/**
 * A fact counts as stated if the query has the listing's own words or at least half of the words that stated it before.
 */
function unstatedMeaning(
  original: string,
  query: string,
  item: ItemRequest,
  says: (text: string) => boolean,
  words: ReadonlySet<string>,
): string[] {
  const spoken = spokenLeaf(item.leaf)!;
  const before = original.toLowerCase();
  const keepsHalf = (text: string): boolean => {
    const telling = [...bagOfWords(text)];
    return telling.filter((word) => words.has(word)).length * 2 >= telling.length;
  };
  const things = spoken.things.filter((thing) => before.includes(thing.toLowerCase()));
  const missing = things.some(keepsHalf) || spoken.leaf.nouns.some(says) ? [] : [item.leaf];
  for (const fact of item.facts) {
    if (fact.kind === 'brand' && !says(fact.brand) && !namesBrand(query, fact.brand, spoken.leaf.brands))
      missing.push(fact.brand);
    if (fact.kind !== 'values' && fact.kind !== 'not') continue;
    const values = fact.kind === 'values' ? fact.values : [fact.value];
    const phrases = spoken.phrases.filter(({ text, fact: meant }) => {
      return before.includes(text.toLowerCase()) && JSON.stringify(meant) === JSON.stringify(fact);
    });
    if (!phrases.some(({ text }) => keepsHalf(text)) && !values.some(says)) missing.push(`${fact.key} ${values[0]}`);
  }
  return missing;
}

/** A brand may be misspelt if it is clear which one is meant. */
function namesBrand(query: string, brand: string, brands: readonly string[]): boolean {
  const said = query.split(/[^\p{L}\p{N}'’&-]+/u);
  const length = brand.split(' ').length;
  return said.some((_, at) => nearestBrand(said.slice(at, at + length).join(' '), brands)?.toLowerCase() === brand);
}

/** Title words in the original query must occur in the rewording too, because they name the item. */
function unstatedName(original: string, target: Target, words: ReadonlySet<string>): string[] {
  const title = bagOfWords(target.titles.join(' '));
  return [...bagOfWords(original)].filter((word) => title.has(word) && !words.has(word));
}

const ONE_SHOP = /\b(same|one|single)\b[^.]{0,20}\b(shop|store|seller)/i;
const SOME_SHOP = /\b(same|one|single|a|which)\b[^.]{0,20}\b(shop|store|seller)/i;
const UPPER_BOUND =
  /under|below|at most|less|not more|no more|within|up to|max|cheaper|exceed|no higher|or lower|limit|altogether|in all|able to buy/i;
const LOWER_BOUND = /over|above|at least|more than|from|starting|no cheaper|min|upward|or higher|or more|not less/i;

function unstatedValues({ attributes, options }: Target, says: (text: string) => boolean): string[] {
  return [...Object.values(attributes).flat(), ...Object.values(options)].filter((value) => !says(value));
}

/** Checks services and price. */
function unstatedTerms(target: Target, query: string, says: (text: string) => boolean): string[] {
  const missing = [...unstatedServices(target, query), ...unstatedBound(target, query)];
  const { price } = target;
  if (price !== undefined && 'low' in price && !says(String(price.low))) missing.push(`${price.mode} ${price.low}`);
  if (price !== undefined && 'high' in price && !says(String(price.high))) missing.push(`${price.mode} ${price.high}`);
  return missing;
}

function unstatedServices({ services }: Target, query: string): string[] {
  const said = query.toLowerCase();
  return services.filter(
    (service) =>
      !SERVICE_WORDS[service].test(query) && !SERVICE_PHRASES[service].some((phrase) => said.includes(phrase)),
  );
}

function unstatedBound({ price }: Target, query: string): string[] {
  if (price?.mode === 'less than' && !UPPER_BOUND.test(query)) return ['an upper bound'];
  return price?.mode === 'greater than' && !LOWER_BOUND.test(query) ? ['a lower bound'] : [];
}

function unstatedVoucher(voucher: Voucher, query: string, says: (text: string) => boolean): string[] {
  const { discount } = voucher;
  const numbers = [voucher.budget, voucher.threshold];
  if (discount.type === 'fixed') numbers.push(discount.amount);
  else numbers.push(Math.round(discount.share * 100), ...(discount.cap === Infinity ? [] : [discount.cap]));
  const missing = numbers.filter((number) => !says(String(number))).map(String);
  if (voucher.scope === 'shop' && !ONE_SHOP.test(query)) missing.push('one shop');
  return missing;
}
