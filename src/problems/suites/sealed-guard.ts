import type { TextEmbedder } from '../../embedding/text-embedder.ts';
import { similarityWith } from '../clusters/embedding-similarity.ts';
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
 * @param embedder If set, requests are also compared by meaning.
 */
export async function assertNotSealed(
  { folder, state }: { readonly folder: string; readonly state: Pick<LedgerState, 'suites' | 'sealed'> },
  problems: readonly Problem[],
  embedder?: TextEmbedder,
): Promise<void> {
  assertServable(
    problems.map(({ id }) => id),
    state,
  );
  const sealed = sealedProblems(folder, state);
  if (sealed.length === 0) return;
  assertNoSealedLeak(sealed, problems, await similarityWith(embedder, [...sealed, ...problems]));
}

/** The same check for callers that have only the folder. Without a bank, nothing is sealed. */
export async function assertNotSealedIn(
  folder: string | undefined,
  problems: readonly Problem[],
  embedder?: TextEmbedder,
): Promise<void> {
  if (folder === undefined || !bankExists(folder)) return;
  await assertNotSealed(await openBank(folder), problems, embedder);
}
