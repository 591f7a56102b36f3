import { Fault } from '../../fault/fault.ts';
import { canonicalJson } from '../../json/canonical-json.ts';
import type { MarketIndex } from '../../market/market-index.ts';
import {
  CrossingCluster,
  findClusters,
  questionOf,
  type SplitName,
  shopEdges,
  splitByCluster,
} from '../../problems/clusters.ts';
import type { Problem } from '../../problems/problem.ts';
import { sha256 } from '../../store/sha256.ts';
import type { RowSplit } from './release-row.ts';

/** Why rows of a problem are in no split. */
export type ExclusionReason = 'SEALED' | 'HELD_OUT' | 'CROSSING';

export interface SplitAssignmentRequest {
  /** The distinct problems of the rows. */
  readonly problems: readonly Problem[];
  /** Problems about which no row may reveal anything. */
  readonly apart: readonly { readonly problem: Problem; readonly reason: ExclusionReason }[];
  /** Problems assigned by an earlier release. They keep their split, and problems in their clusters follow. */
  readonly settled: readonly { readonly problem: Problem; readonly split: SplitName }[];
  /** Whether a new problem that would link settled problems of two splits is left out, instead of failing. */
  readonly leaveOutLinks: boolean;
  readonly market: MarketIndex | undefined;
  readonly shares: Readonly<Record<SplitName, number>>;
  readonly seed: number;
}

export interface SplitAssignment {
  readonly places: ReadonlyMap<string, RowSplit>;
  /** Also contains settled problems without rows. */
  readonly apart: ReadonlyMap<string, ExclusionReason>;
}

/**
 * Assigns a split to every problem, in whole clusters. A problem that shares a cluster with an excluded problem is left
 * out, even if only a chain of others connects them: training on a paraphrase reveals the problem.
 */
export function assignSplits(request: SplitAssignmentRequest): SplitAssignment {
  const { market, shares, seed } = request;
  const known = new Set(request.problems.map(({ id }) => id));
  // Problems without a query are assigned by their ids alone; nothing else can be compared with them.
  const settled = request.settled.filter(({ problem }) => !known.has(problem.id) && problem.query !== '');
  const problems = [
    ...request.problems,
    ...settled.map(({ problem }) => problem),
    // Renamed, so that a sealed problem present under its own id is matched with itself by its words.
    ...request.apart.map(({ problem }) => ({ ...problem, id: `apart ${problem.id}` })),
  ];
  const firstApart = problems.length - request.apart.length;
  const extraEdges = market === undefined ? [] : shopEdges(problems, market);
  const { clusters } = findClusters(problems.map(questionOf), { extraEdges });
  const apart = new Map<string, ExclusionReason>();
  const open: (readonly number[])[] = [];
  for (const cluster of clusters) {
    const reasons = cluster
      .filter((member) => member >= firstApart)
      .map((at) => request.apart[at - firstApart]!.reason);
    if (reasons.length === 0) open.push(cluster);
    else {
      const reason = reasons.includes('SEALED') ? 'SEALED' : 'HELD_OUT';
      for (const member of cluster) if (member < firstApart) apart.set(problems[member]!.id, reason);
    }
  }
  // A copy makes its own words common and so hides a paraphrase of the same problem. Search again without it.
  const rest = request.problems.filter(({ id }) => !apart.has(id));
  if (rest.length < request.problems.length) {
    const again = assignSplits({ ...request, problems: rest });
    return { places: again.places, apart: new Map([...apart, ...again.apart]) };
  }
  const before = new Map(request.settled.map(({ problem, split }) => [problem.id, split]));
  const tied = request.leaveOutLinks ? crossingOnes(problems, open, before) : [];
  const links = new Set(tied.filter(({ id }) => known.has(id) && !before.has(id)).map(({ id }) => id));
  if (links.size > 0) {
    const again = assignSplits({ ...request, problems: request.problems.filter(({ id }) => !links.has(id)) });
    return {
      places: again.places,
      apart: new Map([...[...links].map((id) => [id, 'CROSSING'] as const), ...again.apart]),
    };
  }
  // It is too late for problems that earlier releases have separated. Those without rows here are no longer compared.
  const gone = new Set(tied.filter(({ id }) => !known.has(id)).map(({ id }) => id));
  if (gone.size > 0) {
    const silenced = request.settled.map((each) =>
      gone.has(each.problem.id) ? { ...each, problem: { ...each.problem, query: '' } } : each,
    );
    return assignSplits({ ...request, settled: silenced });
  }
  const splits = cut(problems, open, before, { shares, seed });
  const places = new Map<string, RowSplit>();
  for (const cluster of open) {
    const members = cluster.filter((member) => member < known.size).map((member) => problems[member]!.id);
    const name = clusterName(members);
    for (const id of members) places.set(id, { cluster: name, split: splits[cluster[0]!]! });
  }
  return { places, apart };
}

/** Problems of clusters that contain settled problems of more than one split. */
function crossingOnes(
  problems: readonly Problem[],
  clusters: readonly (readonly number[])[],
  before: ReadonlyMap<string, SplitName>,
): readonly Problem[] {
  const splitsOf = (cluster: readonly number[]) => new Set(cluster.flatMap((at) => before.get(problems[at]!.id) ?? []));
  return clusters
    .filter((cluster) => splitsOf(cluster).size > 1)
    .flatMap((cluster) => cluster.map((at) => problems[at]!));
}

/** Derived only from the release, so that anyone can compute it and the same members have the same name. */
function clusterName(problemIds: readonly string[]): string {
  return `lc-${sha256(canonicalJson(problemIds.toSorted())).slice(0, 16)}`;
}

function cut(
  problems: readonly Problem[],
  clusters: readonly (readonly number[])[],
  before: ReadonlyMap<string, SplitName>,
  { shares, seed }: Pick<SplitAssignmentRequest, 'shares' | 'seed'>,
): readonly SplitName[] {
  const previous = new Map<number, SplitName>();
  for (const [place, { id }] of problems.entries()) if (before.has(id)) previous.set(place, before.get(id)!);
  try {
    return splitByCluster({ clusters, shares, seed, previous });
  } catch (error) {
    if (!(error instanceof CrossingCluster)) throw error;
    const [left, right] = [error.left, error.right].map((place) => problems[place]!.id);
    throw new Fault('INPUT_INVALID', {
      message: `Problem ${left} is in ${before.get(left!)} and ${right} in ${before.get(right!)}, but later problems show that they belong to one cluster.`,
      remedy: 'Split the problems again with `assay problems split`, or build without --split and --previous.',
      cause: error,
    });
  }
}
