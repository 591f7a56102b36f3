import { foldExposure, openBank, readPendingDraws } from '../../problems/suites.ts';
import { type WithheldProblems, withheldProblems } from './problem-standing.ts';

/** The problems that a bank's ledger currently excludes from a corpus, and those reserved for evaluation. */
export async function withheldByBank(
  folder: string,
  heldOut: ReadonlySet<string>,
  now: Date,
): Promise<WithheldProblems> {
  const { records, state } = await openBank(folder);
  const exposure = foldExposure(records, { pending: readPendingDraws(folder, state).problems });
  return withheldProblems({ exposure, bank: new Set(state.bank.keys()), heldOut }, now);
}
