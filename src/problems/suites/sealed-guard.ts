import type { QuerySimilarity } from '../clusters/query-similarity.ts';
import type { Problem } from '../problem.ts';
import { bankExists } from './existing-bank.ts';
import type { LedgerState } from './ledger-state.ts';
import { openBank } from './open-bank.ts';
import { assertNoSealedLeak, sealedProblems } from './sealed-leaks.ts';
import { assertServable } from './servable.ts';

/**
 * Runs before problems reach a contestant, an agent or a training run by any path: suites, the race bank, an arena's
 * exam, `try`, evaluations for model selection. Compares ids and content with every sealed set, because a sealed
 * problem under a new id is still the sealed problem.
 */
export function assertNotSealed(
  { folder, state }: { readonly folder: string; readonly state: Pick<LedgerState, 'suites' | 'sealed'> },
  problems: readonly Problem[],
  similarity?: QuerySimilarity,
): void {
  assertServable(
    problems.map(({ id }) => id),
    state,
  );
  assertNoSealedLeak(sealedProblems(folder, state), problems, similarity);
}

/** The same check for callers that have only the folder. Without a bank, nothing is sealed. */
export async function assertNotSealedIn(folder: string | undefined, problems: readonly Problem[]): Promise<void> {
  if (folder === undefined || !bankExists(folder)) return;
  assertNotSealed(await openBank(folder), problems);
}
