import { foldExposure, openBank, readPendingDraws } from '../../problems/suites.ts';
import { type WithheldProblems, withheldProblems } from './problem-standing.ts';

/** The problems that a bank's ledger keeps out of a corpus now, and those that were set aside for evaluation. */
export async function withheldByBank(
  folder: string,
  heldOut: ReadonlySet<string>,
  now: Date,
): Promise<WithheldProblems> {
  const { records, state } = await openBank(folder);
  const exposure = foldExposure(records, { pending: readPendingDraws(folder, state).problems });
  return withheldProblems({ exposure, bank: new Set(state.bank.keys()), heldOut }, now);
}
