import { arenaProblems } from '../../arena/corpus.ts';
import type { ArenaTables } from '../../arena/tables.ts';
import type { Problem } from '../../problems/problem.ts';
import type { Reader } from '../../store/database.ts';
import { withheldByBank } from '../filter/bank-standing.ts';
import type { WithheldProblems } from '../filter/problem-standing.ts';

/** The arena's problems as a corpus needs them, under their own names and under those of the wire. */
export interface CorpusProblems {
  readonly queries: ReadonlyMap<string, string>;
  readonly withheld: WithheldProblems;
  /** By what they are called on the wire. */
  readonly names: ReadonlyMap<string, readonly string[]>;
  /** With their answers; those that may be in a corpus. */
  readonly open: readonly Problem[];
  /** Those of which no row may hold a word. */
  readonly hidden: readonly Problem[];
}

export interface StandingOptions {
  /** Where the bank of hidden problems lies; without it no problem of a race is ever free. */
  readonly bankFolder: string | undefined;
  /** Ids of problems that were set aside for evaluation. */
  readonly heldOut: ReadonlySet<string>;
  readonly now: number;
}

/**
 * What was asked, and what of it may be told. Problems of races and twins stay hidden until the arena has retired them and
 * the bank's delay is over; without the bank that is unknown.
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
