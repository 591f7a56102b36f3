import type { MarketIndex } from '../../market/market-index.ts';
import { auditSets, type Crossing, type ProblemSet } from '../../problems/clusters.ts';
import type { Problem } from '../../problems/problem.ts';
import { assertNoSealedLeak } from '../../problems/suites.ts';

export interface ReleaseAudit {
  /** Whether nothing was found. The other fields say how much was checked. */
  readonly clean: boolean;
  readonly problems: number;
  readonly clusters: number;
  readonly crossings: readonly Crossing[];
  readonly clusters_across: readonly string[];
  readonly shared_products: readonly string[];
  readonly shared_shops: readonly string[];
  /** Problems with known answers. The others could only be compared by their words. */
  readonly answers_known: number;
  readonly shops_checked: boolean;
  /** Whether a bank was available to tell which problems are sealed. A release must not reveal which ones are. */
  readonly sealed_checked: boolean;
  readonly sealed_problems: number;
  readonly held_out_problems: number;
}

export interface AuditSubject {
  /** The splits as written, as the problems of their rows. */
  readonly sets: readonly ProblemSet[];
  /** Clusters of each split's rows. */
  readonly clusters: readonly ReadonlySet<string>[];
  readonly sealed: readonly Problem[] | undefined;
  readonly heldOut: readonly Problem[];
  readonly market: MarketIndex | undefined;
}

/** Throws if anything sealed is found, because then nothing else matters. */
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
