import { isOrdinary } from '../gates/ordinary-words.ts';
import { wordsAndNumbers } from '../gates/tokens.ts';
import type { Fact } from './facts.ts';
import { productPart, type StatedLimits } from './stated-limits.ts';

/** Separators between demands. A comma between digits is part of a number. */
const BETWEEN_DEMANDS = /[.;:!?\n，、。；]+|,(?!\d)|\band\b/iu;

/**
 * Estimates how many things a request asks of products: the number of its clauses, including clauses that only describe
 * the occasion.
 */
export function countDemands(query: string): number {
  return productPart(query)
    .split(BETWEEN_DEMANDS)
    .filter((part) => wordsAndNumbers(part).some((word) => !isOrdinary(word))).length;
}

/**
 * The share of a request covered by true data that a model stated about the products it chose: one distinct attribute,
 * service or price per clause, counting at least one. Requests and listings use different names, so data cannot be
 * matched with clauses, and only their numbers are compared. The result can exceed 1.
 */
export function accountedShare(query: string, facts: Iterable<Fact>, { oneShop }: StatedLimits): number {
  const different = new Set<string>();
  for (const { kind, product, names } of facts) {
    // Title words are too many to count. A shop counts only if the request asks for a single shop, and then once.
    if (kind === 'shop' && oneShop) different.add(kind);
    else if (kind !== 'word' && kind !== 'shop') different.add(`${product.id} ${kind} ${names[0] ?? ''}`);
  }
  return Math.max(1, different.size) / Math.max(1, countDemands(query));
}
