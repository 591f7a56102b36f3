/** The result on one problem and its leak cluster. Variants of one problem are not independent evidence. */
export interface ClusteredValue {
  readonly cluster: string;
  readonly value: number;
}

export interface ClusterSum {
  readonly sum: number;
  readonly problems: number;
}

/** Clusters ordered by name, so that no result depends on the order of the problems. */
export function clusterSums(values: readonly ClusteredValue[]): readonly ClusterSum[] {
  const sums = new Map<string, { sum: number; problems: number }>();
  for (const { cluster, value } of values.toSorted(byClusterAndValue)) {
    const known = sums.get(cluster);
    if (known === undefined) sums.set(cluster, { sum: value, problems: 1 });
    else {
      known.sum += value;
      known.problems++;
    }
  }
  return [...sums.values()];
}

function byClusterAndValue(left: ClusteredValue, right: ClusteredValue): number {
  return left.cluster < right.cluster ? -1 : left.cluster > right.cluster ? 1 : left.value - right.value;
}

/** The mean over problems, not over clusters, because the rate is meant per problem. */
export function meanOf(sums: readonly ClusterSum[]): number {
  let sum = 0;
  let problems = 0;
  for (const each of sums) {
    sum += each.sum;
    problems += each.problems;
  }
  return sum / problems;
}
