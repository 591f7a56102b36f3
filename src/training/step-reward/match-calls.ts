import { bestMatching } from './best-matching.ts';
import { compareArguments } from './compare-arguments.ts';
import { queryWords } from './likeness.ts';
import type { ReadCall } from './read-call.ts';

/**
 * Whether what a search shows holds the product that another search of the same shopper would have shown, and that is
 * wanted. Asked of the market; without a market only words are compared.
 */
export type SameTarget = (asked: ReadCall, teacher: ReadCall) => Promise<boolean>;

/** Everything is counted in calls; the caller divides. */
export interface CallMatches {
  /** Pairs of the same tool. */
  readonly names: number;
  /** Sum over them of how alike the arguments are. */
  readonly likeness: number;
  readonly pairs: readonly (readonly [number, number])[];
}

/** A pair of one tool, before its arguments: what is left of a call but for the tenth that is for its form. */
export const NAME_WEIGHT = 0.3;
export const ARGUMENTS_WEIGHT = 0.6;

/** Calls of one answer that a harness runs; no market is searched for those beyond. */
const MOST_SEARCHED = 8;

/** The pairing of calls with teacher's calls that earns most, each used once. `null` marks a call that no tool takes. */
export async function matchCalls(
  calls: readonly (ReadCall | null)[],
  teacher: readonly ReadCall[],
  sameTarget?: SameTarget,
): Promise<CallMatches> {
  const likenesses: number[][] = [];
  for (const [place, call] of calls.entries()) {
    const row: number[] = [];
    for (const wanted of teacher) {
      const searches = place < MOST_SEARCHED ? sameTarget : undefined;
      row.push(call === null || call.name !== wanted.name ? -1 : await likenessOf(call, wanted, searches));
    }
    likenesses.push(row);
  }
  const weight = (likeness: number): number => (likeness < 0 ? 0 : NAME_WEIGHT + ARGUMENTS_WEIGHT * likeness);
  const { pairs } = bestMatching(likenesses.map((row) => row.map(weight)));
  return {
    names: pairs.length,
    likeness: pairs.reduce((sum, [row, column]) => sum + likenesses[row]![column]!, 0),
    pairs,
  };
}

async function likenessOf(call: ReadCall, wanted: ReadCall, sameTarget: SameTarget | undefined): Promise<number> {
  const [asked, taught] = [call.arguments!, wanted.arguments!];
  const byWords = compareArguments(asked, taught);
  if (byWords === 1 || sameTarget === undefined || call.name !== 'find_product') return byWords;
  if (!isBrief(String(asked.q), String(taught.q)) || !(await sameTarget(call, wanted))) return byWords;
  return compareArguments(asked, taught, true);
}

/** The whole request as a query would find most things, and is no query. */
const BRIEF = 6;

function isBrief(asked: string, taught: string): boolean {
  return queryWords(asked).length <= Math.max(BRIEF, 2 * queryWords(taught).length);
}
