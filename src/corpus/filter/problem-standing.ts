import type { Exposure } from '../../problems/suites.ts';

/** Maps every problem that must not be in the corpus now to the reason. */
export type WithheldProblems = ReadonlyMap<string, string>;

export interface StandingSources {
  readonly exposure: ReadonlyMap<string, Exposure>;
  /** Problems of the bank that races draw from. */
  readonly bank: ReadonlySet<string>;
  /** Problems reserved for evaluation, for example by `assay problems split`. */
  readonly heldOut: ReadonlySet<string>;
}

/**
 * Derived from the bank's ledger: sealed problems are always withheld, problems of races until some days after the last
 * race was revealed. Problems that the ledger does not mention are public.
 */
export function withheldProblems({ exposure, bank, heldOut }: StandingSources, now: Date): WithheldProblems {
  const withheld = new Map<string, string>();
  for (const [problemId, known] of exposure) {
    const reason = reasonFor(known, bank.has(problemId), now);
    if (reason !== null) withheld.set(problemId, reason);
  }
  for (const problemId of bank)
    if (!exposure.has(problemId)) withheld.set(problemId, 'it may still be drawn for a race');
  for (const problemId of heldOut) withheld.set(problemId, 'it is held out for evaluation');
  return withheld;
}

function reasonFor({ sealed, draws, corpusFrom }: Exposure, inBank: boolean, now: Date): string | null {
  if (sealed) return 'it is sealed';
  if (!inBank && draws.length === 0) return null;
  if (corpusFrom === undefined) return 'it may still be drawn for a race';
  return Date.parse(corpusFrom) > now.getTime() ? `it may enter the corpus from ${corpusFrom} on` : null;
}
