import { parseProductQuery } from '../../market/search.ts';
import { words } from '../../text/words.ts';
import { partsOf } from '../../tools/lenient-values.ts';

/** F1 of two multisets. Longer lists have no advantage. */
export function sharedF1(one: readonly string[], other: readonly string[]): number {
  if (one.length + other.length === 0) return 1;
  const left = new Map<string, number>();
  for (const member of one) left.set(member, (left.get(member) ?? 0) + 1);
  let shared = 0;
  for (const member of other) {
    const count = left.get(member) ?? 0;
    if (count === 0) continue;
    left.set(member, count - 1);
    shared++;
  }
  return (2 * shared) / (one.length + other.length);
}

/** All words of a query, duplicates included: a word repeated twice adds two surplus words. */
export function queryWords(text: string): readonly string[] {
  return words(text.normalize('NFKC'));
}

export function idsIn(text: string): readonly string[] {
  return [...new Set(partsOf(text))];
}

export interface Range {
  readonly low: number;
  readonly high: number;
}

/** A price range as the search parses it; `undefined` if the search rejects it. */
export function rangeIn(text: string): Range | undefined {
  try {
    return parseProductQuery({ q: 'a', price: text })?.price;
  } catch {
    return undefined;
  }
}

/** Length of the intersection divided by that of the union. Open-ended ranges are compared by their lower ends. */
export function rangeOverlap(one: Range, other: Range): number {
  if (one.low === other.low && one.high === other.high) return 1;
  if (one.high === Infinity && other.high === Infinity) {
    return Math.min(one.low, other.low) / Math.max(one.low, other.low);
  }
  const both = Math.min(one.high, other.high) - Math.max(one.low, other.low);
  const either = Math.max(one.high, other.high) - Math.min(one.low, other.low);
  return both <= 0 || either === Infinity ? 0 : both / either;
}
