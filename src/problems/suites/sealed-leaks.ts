import { Fault } from '../../fault/fault.ts';
import { findClusters } from '../clusters/find-clusters.ts';
import type { QuerySimilarity } from '../clusters/query-similarity.ts';
import { questionOf } from '../clusters/question.ts';
import { wordSimilarity } from '../clusters/word-similarity.ts';
import type { Problem } from '../problem.ts';
import type { LedgerState } from './ledger-state.ts';
import { loadSuite } from './load-suite.ts';

/** The problems of all sealed sets. */
export function sealedProblems(folder: string, state: Pick<LedgerState, 'suites'>): Problem[] {
  const sealed = [...state.suites.values()].filter((suite) => suite.sealed);
  return sealed.flatMap((suite) => loadSuite(folder, suite.id).problems);
}

/**
 * A sealed problem under another id, or reworded, is still the sealed problem. Problems that contestants may see must
 * share no leak cluster with sealed ones. The relation is symmetric, so the order of the two lists does not matter.
 */
export function assertNoSealedLeak(
  sealed: readonly Problem[],
  open: readonly Problem[],
  similarity: QuerySimilarity = wordSimilarity,
): void {
  if (sealed.length === 0 || open.length === 0) return;
  const { edges } = findClusters([...sealed, ...open].map(questionOf), { similarity });
  const crossing = edges.find(({ left, right }) => left < sealed.length !== right < sealed.length);
  if (crossing === undefined) return;
  const [inside, outside] =
    crossing.left < sealed.length ? [crossing.left, crossing.right] : [crossing.right, crossing.left];
  throw new Fault('PROBLEM_SEALED', {
    message: `Problem ${open[outside - sealed.length]!.id} is a variant of the sealed problem ${sealed[inside]!.id} (${crossing.reason}).`,
    remedy: 'Leave it out: sealed problems and variants of them are never shown to contestants.',
  });
}
