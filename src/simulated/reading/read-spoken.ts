import { type Fact, type ItemRequest, readRequest, spokenLeaf } from '../../problems/language.ts';
import type { PriceConstraint } from '../../problems/problem.ts';
import { wholeWords } from '../../text/words.ts';
import type { Clause, PriceRange, ShoppingRequest, Wish, WordedFact } from './wish.ts';

/**
 * The wishes of a request in the lexicon's language: needs, phrases and their meaning in sellers' words. `undefined`
 * for other requests, including those in which only a name happens to be known.
 */
export function readSpoken(text: string): Pick<ShoppingRequest, 'wishes' | 'oneShop'> | undefined {
  const read = readRequest(text);
  if (read === undefined || !read.items.every(({ facts }) => facts.some(isWorded))) return undefined;
  return { wishes: read.items.map((item) => wishOf(item, text)), oneShop: read.oneShop };
}

function wishOf(item: ItemRequest, text: string): Wish {
  const name = spokenLeaf(item.leaf)!.leaf.nouns[0]!.toLowerCase();
  const words = wholeWords(name);
  const nameLength = words.length;
  const clauses: Clause[] = [];
  for (const fact of distinct(item.facts.filter(isWorded))) {
    const values = fact.kind === 'not' ? [] : wholeWords(valuesOf(fact).slice(0, MOST_VALUES).join(' '));
    clauses.push({
      text: phraseOf(item.leaf, fact, text),
      from: words.length,
      to: words.length + values.length,
      label: keyOf(fact),
      value: valuesOf(fact).slice(0, MOST_VALUES).join(' or '),
      mayBeInTitle: false,
      fact,
    });
    words.push(...values);
  }
  const price = item.facts.find((fact) => fact.kind === 'price')?.price;
  return {
    text: name,
    words,
    nameLength,
    name,
    clauses,
    ...(price && { price: rangeOf(price) }),
    services: [...new Set(item.facts.flatMap((fact) => (fact.kind === 'service' ? [fact.service] : [])))],
    leaf: item.leaf,
    ...(item.choice && { choice: item.choice }),
  };
}

/** Number of accepted values that are named. */
const MOST_VALUES = 3;

function isWorded(fact: Fact): fact is WordedFact {
  return fact.kind !== 'price' && fact.kind !== 'service';
}

function distinct(facts: readonly WordedFact[]): WordedFact[] {
  return [...new Map(facts.map((fact) => [JSON.stringify(fact), fact])).values()];
}

/** The attribute or option of a fact. */
export function keyOf(fact: WordedFact): string {
  return fact.kind === 'brand' ? 'brand' : fact.key;
}

/** The values of a fact: accepted values, or the excluded one. */
export function valuesOf(fact: WordedFact): readonly string[] {
  if (fact.kind === 'values') return fact.values;
  return [fact.kind === 'brand' ? fact.brand : fact.value];
}

/** The shopper's wording of the fact. */
function phraseOf(leaf: string, fact: WordedFact, text: string): string {
  const said = text.toLowerCase();
  const meant = JSON.stringify(fact);
  const phrases = (spokenLeaf(leaf)?.phrases ?? []).filter(
    (phrase) => JSON.stringify(phrase.fact) === meant && said.includes(phrase.text.toLowerCase()),
  );
  const longest = phrases.toSorted((left, right) => right.text.length - left.text.length)[0];
  if (longest !== undefined) return longest.text;
  return fact.kind === 'brand' ? `made by ${fact.brand}` : `${fact.key}: ${valuesOf(fact).slice(0, 3).join(' or ')}`;
}

function rangeOf(price: PriceConstraint): PriceRange {
  return { low: 'low' in price ? price.low : 0, high: 'high' in price ? price.high : Infinity };
}
