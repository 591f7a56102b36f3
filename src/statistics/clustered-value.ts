/** What was found on one problem, and the leak cluster it belongs to: variants of one problem are one piece of evidence. */
export interface ClusteredValue {
  readonly cluster: string;
  readonly value: number;
}

export interface ClusterSum {
  readonly sum: number;
  readonly problems: number;
}

/** Clusters in the order of their names, so that no result depends on the order in which problems came. */
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

/** Mean over problems, not over clusters: the question is how a model does on problems. */
export function meanOf(sums: readonly ClusterSum[]): number {
  let sum = 0;
  let problems = 0;
  for (const each of sums) {
    sum += each.sum;
    problems += each.problems;
  }
  return sum / problems;
}
