import { Random } from '../../random/random.ts';

export const SPLIT_NAMES = ['train', 'dev', 'heldout'] as const;

export type SplitName = (typeof SPLIT_NAMES)[number];

export interface SplitRequest {
  readonly clusters: readonly (readonly number[])[];
  /** Share of the problems for each split; only proportions matter. */
  readonly shares: Readonly<Record<SplitName, number>>;
  readonly seed: number;
  /** Earlier assignments: these problems and their clusters keep their split. */
  readonly previous?: ReadonlyMap<number, SplitName>;
}

/** Two problems of one cluster were assigned to different splits before the link between them was known. */
export class CrossingCluster extends Error {
  readonly left: number;
  readonly right: number;

  constructor(left: number, right: number) {
    super(`problems ${left} and ${right} belong together but were split before`);
    this.left = left;
    this.right = right;
  }
}

/**
 * Assigns a split to every problem without dividing a cluster. Large clusters are placed first, each in the split that
 * lacks the most, so that the shares are as close as the clusters allow; the seed breaks ties.
 */
export function splitByCluster({ clusters, shares, seed, previous }: SplitRequest): SplitName[] {
  if (SPLIT_NAMES.every((name) => shares[name] <= 0)) throw new RangeError('at least one split needs a share');
  const total = clusters.reduce((sum, cluster) => sum + cluster.length, 0);
  const weight = SPLIT_NAMES.reduce((sum, name) => sum + shares[name], 0);
  const missing = Object.fromEntries(SPLIT_NAMES.map((name) => [name, (total * shares[name]) / weight])) as Record<
    SplitName,
    number
  >;
  const splits: SplitName[] = new Array(total);
  const place = (cluster: readonly number[], name: SplitName): void => {
    for (const member of cluster) splits[member] = name;
    missing[name] -= cluster.length;
  };
  const free: (readonly number[])[] = [];
  for (const cluster of clusters) {
    const settled = previousSplit(cluster, previous);
    if (settled === undefined) free.push(cluster);
    else place(cluster, settled);
  }
  const shuffled = new Random(seed).sample(free, free.length).sort((left, right) => right.length - left.length);
  for (const cluster of shuffled) {
    place(
      cluster,
      SPLIT_NAMES.filter((name) => shares[name] > 0).reduce((best, name) =>
        missing[name] > missing[best] ? name : best,
      ),
    );
  }
  return splits;
}

function previousSplit(
  cluster: readonly number[],
  previous: ReadonlyMap<number, SplitName> | undefined,
): SplitName | undefined {
  let settled: { readonly member: number; readonly split: SplitName } | undefined;
  for (const member of cluster) {
    const split = previous?.get(member);
    if (split === undefined) continue;
    if (settled !== undefined && settled.split !== split) throw new CrossingCluster(settled.member, member);
    settled ??= { member, split };
  }
  return settled?.split;
}
