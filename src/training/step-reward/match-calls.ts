import { bestMatching } from './best-matching.ts';
import { compareArguments } from './compare-arguments.ts';
import { queryWords } from './likeness.ts';
import type { ReadCall } from './read-call.ts';

/**
 * Whether a search returns a target product that the teacher's search would also return. Looked up in the market;
 * without a market only words are compared.
 */
export type SameTarget = (asked: ReadCall, teacher: ReadCall) => Promise<boolean>;

/** Counted in calls; the caller normalises. */
export interface CallMatches {
  /** Pairs that call the same tool. */
  readonly names: number;
  /** Sum of the similarity of their arguments. */
  readonly likeness: number;
  readonly pairs: readonly (readonly [number, number])[];
}

/** Weights of a pair: for the same tool, and for its arguments. The remaining tenth is for the format. */
export const NAME_WEIGHT = 0.3;
export const ARGUMENTS_WEIGHT = 0.6;

/** Maximum calls of one answer that the harness runs. Later calls are not looked up in the market. */
const MOST_SEARCHED = 8;

/** Pairs calls with teacher calls one to one for the highest reward. `null` marks a call that no tool accepts. */
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

/** A query with the whole request would find almost anything, so longer queries are compared only by their words. */
const BRIEF = 6;

function isBrief(asked: string, taught: string): boolean {
  return queryWords(asked).length <= Math.max(BRIEF, 2 * queryWords(taught).length);
}
