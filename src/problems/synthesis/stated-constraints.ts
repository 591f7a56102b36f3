import type { Service } from '../../market/service.ts';
import { bagOfWords } from '../clusters/word-similarity.ts';
import type { Problem, Target, Voucher } from '../problem.ts';

/** Any of these words says it. */
const SERVICE_WORDS: Readonly<Record<Service, RegExp>> = {
  official: /\bofficial\b|\bflagship\b/i,
  freeShipping:
    /\bfree(ly)?\b.{0,30}\b(ship|deliver)|\b(ship|deliver)\w*\b.{0,30}\bfree\b|\bno (delivery|shipping) (fee|cost|charge)/i,
  COD: /\bCOD\b|\bon delivery\b|\bupon delivery\b|\bwhen (it|they) arrives?\b/i,
  flashsale: /\bflash/i,
};

/**
 * What of a problem its query does not say. A rewritten query must say everything: a constraint that was lost makes the
 * problem unfair, and nobody would notice until agents fail it.
 */
export function unstatedConstraints(problem: Problem, query: string): string[] {
  const words = bagOfWords(query);
  const says = (text: string): boolean => [...bagOfWords(text)].every((word) => words.has(word));
  const missing = problem.targets.flatMap((target) => [
    ...unstatedOf(target, query, says),
    ...unstatedName(problem.query, target, words),
  ]);
  if (problem.category === 'shop' && !SOME_SHOP.test(query)) missing.push('one shop');
  return problem.voucher === undefined ? missing : [...missing, ...unstatedVoucher(problem.voucher, query, says)];
}

/** What the original says of the item's title, a rewording must say as well: it is what the item is. */
function unstatedName(original: string, target: Target, words: ReadonlySet<string>): string[] {
  const title = bagOfWords(target.titles.join(' '));
  return [...bagOfWords(original)].filter((word) => title.has(word) && !words.has(word));
}

const ONE_SHOP = /\b(same|one|single)\b[^.]{0,20}\b(shop|store|seller)/i;
const SOME_SHOP = /\b(same|one|single|a|which)\b[^.]{0,20}\b(shop|store|seller)/i;
const UPPER_BOUND = /under|below|at most|less|not more|no more|within|up to|max|cheaper|exceed|no higher|or lower/i;
const LOWER_BOUND = /over|above|at least|more than|from|starting|no cheaper|min|upward|or higher|not less/i;

function unstatedOf(target: Target, query: string, says: (text: string) => boolean): string[] {
  const missing: string[] = [];
  for (const values of Object.values(target.attributes)) {
    for (const value of values) if (!says(value)) missing.push(value);
  }
  for (const value of Object.values(target.options)) if (!says(value)) missing.push(value);
  for (const service of target.services) if (!SERVICE_WORDS[service].test(query)) missing.push(service);
  const { price } = target;
  if (price?.mode === 'less than' && !UPPER_BOUND.test(query)) missing.push('an upper bound');
  if (price?.mode === 'greater than' && !LOWER_BOUND.test(query)) missing.push('a lower bound');
  if (price !== undefined && 'low' in price && !says(String(price.low))) missing.push(`${price.mode} ${price.low}`);
  if (price !== undefined && 'high' in price && !says(String(price.high))) missing.push(`${price.mode} ${price.high}`);
  return missing;
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
