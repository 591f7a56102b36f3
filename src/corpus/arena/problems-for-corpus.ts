import { arenaProblems } from '../../arena/corpus.ts';
import type { ArenaTables } from '../../arena/tables.ts';
import type { Problem } from '../../problems/problem.ts';
import type { Reader } from '../../store/database.ts';
import { withheldByBank } from '../filter/bank-standing.ts';
import type { WithheldProblems } from '../filter/problem-standing.ts';

/** The arena's problems in the form a corpus needs, by their own ids and by those used in the API. */
export interface CorpusProblems {
  readonly queries: ReadonlyMap<string, string>;
  readonly withheld: WithheldProblems;
  /** Both ids of each problem, its own and that of the API, by the latter. */
  readonly names: ReadonlyMap<string, readonly string[]>;
  /** Problems with their answers that may be in a corpus. */
  readonly open: readonly Problem[];
  /** Problems of which no row may contain any text. */
  readonly hidden: readonly Problem[];
}

export interface StandingOptions {
  /** Folder of the bank of hidden problems. Without it, problems of races are never published. */
  readonly bankFolder: string | undefined;
  /** Ids of problems reserved for evaluation. */
  readonly heldOut: ReadonlySet<string>;
  readonly now: number;
}

/**
 * The arena's problems, and which of them may be published. Problems of races and twins stay hidden until the arena has
 * retired them and the bank's delay is over. Without the bank that is unknown.
 */
export async function problemsForCorpus(
  reader: Pick<Reader<ArenaTables>, 'selectFrom'>,
  { bankFolder, heldOut, now }: StandingOptions,
): Promise<CorpusProblems> {
  const byBank = bankFolder && (await withheldByBank(bankFolder, heldOut, new Date(now)));
  const queries = new Map<string, string>();
  const withheld = new Map<string, string>();
  const names = new Map<string, readonly string[]>();
  const open: Problem[] = [];
  const hidden: Problem[] = [];
  for (const { problem, wireId, isHidden, withheld: byArena } of await arenaProblems(reader)) {
    const unknown = isHidden && !byBank ? 'no bank was given that says whether it is released' : undefined;
    const apart = heldOut.has(problem.id) ? 'it is held out for evaluation' : undefined;
    const reason = byArena ?? (byBank ? byBank.get(problem.id) : (apart ?? unknown));
    const both = [...new Set([problem.id, wireId])];
    names.set(wireId, both);
    for (const id of both) {
      queries.set(id, problem.query);
      if (reason !== undefined) withheld.set(id, reason);
    }
    (reason === undefined ? open : hidden).push(problem);
  }
  return { queries, withheld, names, open, hidden };
}
