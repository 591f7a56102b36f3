import { type WithheldProblems, withheldByBank, withheldProblems } from '../../corpus/filter.ts';
import { readProblemFile } from '../../problems/read-problem-file.ts';

/** The queries of problems by problem id. */
export async function readQueries(files: readonly string[]): Promise<ReadonlyMap<string, string>> {
  const problems = (await Promise.all(files.map(readProblemFile))).flat();
  return new Map(problems.map(({ id, query }) => [id, query]));
}

/** The problems that must stay out of a corpus: those in the files, and those withheld according to a bank's ledger. */
export async function findWithheld(
  bankFolder: string | undefined,
  heldOutFiles: readonly string[],
  now: Date,
): Promise<WithheldProblems> {
  const heldOut = new Set((await readQueries(heldOutFiles)).keys());
  if (bankFolder === undefined) return withheldProblems({ exposure: new Map(), bank: new Set(), heldOut }, now);
  return await withheldByBank(bankFolder, heldOut, now);
}
