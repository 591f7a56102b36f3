import { isOrdinary } from '../gates/ordinary-words.ts';
import { wordsAndNumbers } from '../gates/tokens.ts';
import type { Fact } from './facts.ts';
import { productPart, type StatedLimits } from './stated-limits.ts';

/** Demands stand between these. A comma between digits is part of a number. */
const BETWEEN_DEMANDS = /[.;:!?\n，、。；]+|,(?!\d)|\band\b/iu;

/** How many things a request says of products, an estimate: its clauses, with those that only give the occasion. */
export function countDemands(query: string): number {
  return productPart(query)
    .split(BETWEEN_DEMANDS)
    .filter((part) => wordsAndNumbers(part).some((word) => !isOrdinary(word))).length;
}

/**
 * How much of a request is covered by the true data that a model gave of the products it took: a different attribute,
 * service or price for each clause, or at least one reason. People call things by other names than listings do, so that
 * data cannot be matched with clauses and only their numbers are compared. More than 1 is possible.
 */
export function accountedShare(query: string, facts: Iterable<Fact>, { oneShop }: StatedLimits): number {
  const different = new Set<string>();
  for (const { kind, product, names } of facts) {
    // Words of a title are many. A shop is a quality where one for all was asked for, and then it is one.
    if (kind === 'shop' && oneShop) different.add(kind);
    else if (kind !== 'word' && kind !== 'shop') different.add(`${product.id} ${kind} ${names[0] ?? ''}`);
  }
  return Math.max(1, different.size) / Math.max(1, countDemands(query));
}
