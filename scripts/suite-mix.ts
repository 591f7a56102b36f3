import type { ArenaCategory, Problem } from '../src/problems/problem.ts';

export type Counts = Readonly<Record<ArenaCategory, number>>;

/** What a problem asks for: its category, the scope of its voucher, and how many items. */
export function kindOf({ category, targets, voucher }: Pick<Problem, 'category' | 'targets' | 'voucher'>): string {
  const items = category === 'product' ? [] : [targets.length];
  return [category, ...(voucher === undefined ? [] : [voucher.scope]), ...items].join(' ');
}

/** How many of the 250 problems of each category are of each kind in the public benchmark (ShoppingBench's test files). */
export const BENCHMARK_KINDS: Readonly<Record<ArenaCategory, Readonly<Record<string, number>>>> = {
  product: { product: 250 },
  shop: { 'shop 2': 89, 'shop 3': 86, 'shop 4': 75 },
  voucher: {
    'voucher platform 1': 22,
    'voucher platform 2': 40,
    'voucher platform 3': 41,
    'voucher platform 4': 26,
    'voucher shop 2': 30,
    'voucher shop 3': 39,
    'voucher shop 4': 52,
  },
};

/** How many problems of each kind a suite has, so that kinds have their shares in the benchmark (largest remainder). */
export function quotasOf(counts: Counts): ReadonlyMap<string, number> {
  return new Map(
    (Object.keys(counts) as ArenaCategory[]).flatMap((category) => {
      const kinds = Object.entries(BENCHMARK_KINDS[category]);
      const total = kinds.reduce((sum, [, count]) => sum + count, 0);
      const exact = kinds.map(([kind, count]) => ({ kind, share: (counts[category] * count) / total }));
      const missing = counts[category] - exact.reduce((sum, { share }) => sum + Math.floor(share), 0);
      const raised = new Set(exact.toSorted((left, right) => (right.share % 1) - (left.share % 1)).slice(0, missing));
      return exact.map((each) => [each.kind, Math.floor(each.share) + (raised.has(each) ? 1 : 0)] as const);
    }),
  );
}

type Cluster = readonly Problem[];

/**
 * Takes one problem of a cluster, in the benchmark's mix, and removes the clusters from `free`. Scarce kinds choose
 * first, and each prefers clusters that offer little else: few shops sell several kinds of goods, and every problem about
 * a shop is in its cluster.
 */
export function takeRepresentatives(free: Set<Cluster>, counts: Counts): Problem[] {
  const quotas = quotasOf(counts);
  const offers = new Map([...free].map((cluster) => [cluster, new Set(cluster.map(kindOf))]));
  const spare = (kind: string): number =>
    [...offers.values()].filter((kinds) => kinds.has(kind)).length - quotas.get(kind)!;
  const scarceFirst = [...quotas.keys()]
    .map((kind) => ({ kind, spare: spare(kind) }))
    .toSorted((a, b) => a.spare - b.spare);
  const taken = new Map<string, readonly Problem[]>();
  for (const { kind } of scarceFirst) {
    const clusters = [...free]
      .filter((cluster) => offers.get(cluster)!.has(kind))
      .toSorted((a, b) => offers.get(a)!.size - offers.get(b)!.size || a.length - b.length)
      .slice(0, quotas.get(kind)!);
    if (clusters.length < quotas.get(kind)!) throw tooFew(kind, clusters.length, quotas);
    for (const cluster of clusters) free.delete(cluster);
    taken.set(
      kind,
      clusters.map((cluster) => cluster.find((problem) => kindOf(problem) === kind)!),
    );
  }
  return [...quotas.keys()].flatMap((kind) => taken.get(kind)!);
}

/** Takes the first problems of each kind, in the benchmark's mix. */
export function takeFirst(problems: Iterable<Problem>, counts: Counts): Problem[] {
  const quotas = quotasOf(counts);
  const byKind = Map.groupBy(problems, kindOf);
  return [...quotas].flatMap(([kind, quota]) => {
    const found = byKind.get(kind) ?? [];
    if (found.length < quota) throw tooFew(kind, found.length, quotas);
    return found.slice(0, quota);
  });
}

/**
 * Takes up to `most` problems per cluster and category, in the benchmark's mix: from each cluster first those kinds of
 * which most problems are missing.
 */
export function takeSeveral(clusters: Iterable<Cluster>, counts: Counts, most: number): Problem[] {
  const quotas = quotasOf(counts);
  const missing = new Map(quotas);
  const taken: Problem[] = [];
  for (const cluster of clusters) {
    for (const members of Map.groupBy(cluster, ({ category }) => category).values()) {
      const byKind = Map.groupBy(members, kindOf);
      for (let count = 0; count < most; count++) {
        const [kind] = [...byKind.keys()]
          .filter((each) => missing.get(each)! > 0 && byKind.get(each)!.length > 0)
          .toSorted((left, right) => missing.get(right)! - missing.get(left)!);
        if (kind === undefined) break;
        taken.push(byKind.get(kind)!.shift()!);
        missing.set(kind, missing.get(kind)! - 1);
      }
    }
  }
  for (const [kind, left] of missing) if (left > 0) throw tooFew(kind, quotas.get(kind)! - left, quotas);
  return [...quotas.keys()].flatMap((kind) => taken.filter((problem) => kindOf(problem) === kind));
}

function tooFew(kind: string, found: number, quotas: ReadonlyMap<string, number>): Error {
  return new Error(`${found} of ${quotas.get(kind)} problems of kind "${kind}" were found: raise CANDIDATES`);
}
