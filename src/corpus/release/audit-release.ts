import type { MarketIndex } from '../../market/market-index.ts';
import { auditSets, type Crossing, type ProblemSet } from '../../problems/clusters.ts';
import type { Problem } from '../../problems/problem.ts';
import { assertNoSealedLeak } from '../../problems/suites.ts';

export interface ReleaseAudit {
  /** Nothing was found. How far was looked, the other fields say. */
  readonly clean: boolean;
  readonly problems: number;
  readonly clusters: number;
  readonly crossings: readonly Crossing[];
  readonly clusters_across: readonly string[];
  readonly shared_products: readonly string[];
  readonly shared_shops: readonly string[];
  /** Problems whose answers were known. The others could be compared by their words only. */
  readonly answers_known: number;
  readonly shops_checked: boolean;
  /** Whether there was a bank to say what is sealed. Which problems are, a release must not tell. */
  readonly sealed_checked: boolean;
  readonly sealed_problems: number;
  readonly held_out_problems: number;
}

export interface AuditSubject {
  /** The splits as they were written, by the problems of their rows. */
  readonly sets: readonly ProblemSet[];
  /** Clusters of each split's rows. */
  readonly clusters: readonly ReadonlySet<string>[];
  readonly sealed: readonly Problem[] | undefined;
  readonly heldOut: readonly Problem[];
  readonly market: MarketIndex | undefined;
}

/** Throws when something sealed is there, because then there is nothing more to weigh. */
export function auditRelease({ sets, clusters, sealed, heldOut, market }: AuditSubject): ReleaseAudit {
  const audit = auditSets(sets, market);
  const problems = sets.flatMap((set) => set.problems);
  assertNoSealedLeak([...(sealed ?? []), ...heldOut], problems);
  const across = sharedNames(clusters);
  const found = [audit.crossings, across, audit.sharedProducts, audit.sharedShops];
  return {
    clean: found.every(({ length }) => length === 0),
    problems: audit.problems,
    clusters: new Set(clusters.flatMap((names) => [...names])).size,
    crossings: audit.crossings,
    clusters_across: across,
    shared_products: audit.sharedProducts,
    shared_shops: audit.sharedShops,
    answers_known: problems.filter(({ targets }) => targets.length > 0).length,
    shops_checked: market !== undefined,
    sealed_checked: sealed !== undefined,
    sealed_problems: sealed?.length ?? 0,
    held_out_problems: heldOut.length,
  };
}

function sharedNames(sets: readonly ReadonlySet<string>[]): string[] {
  const first = new Map<string, number>();
  const shared = new Set<string>();
  for (const [place, names] of sets.entries()) {
    for (const name of names) {
      if ((first.get(name) ?? place) !== place) shared.add(name);
      first.set(name, first.get(name) ?? place);
    }
  }
  return [...shared].sort();
}
