import { holm } from '../../statistics/holm.ts';
import { compareRuns, type RunComparison, whyIncomparable } from './compare-runs.ts';
import type { MeasuredRun } from './measured-run.ts';

export const LEVEL = 0.05;

export interface JudgedComparison extends RunComparison {
  /** Exploratory ones were in no plan; their probabilities are as they came, and nothing is concluded from them. */
  readonly family: 'planned' | 'all pairs' | 'exploratory';
  /** By Holm over its family; `null` for an exploratory one, or where there are no samples. */
  readonly corrected: number | null;
  /** Whether the two are called different. */
  readonly different: boolean;
}

/**
 * Every pair of runs that can be compared. With a plan its comparisons are one family and the rest is exploratory; without one all pairs are the
 * family, because a reader of all of them has asked all of them.
 */
export function judgePairs(
  runs: readonly MeasuredRun[],
  planned: readonly (readonly [string, string])[] | null,
): readonly JudgedComparison[] {
  const byLabel = new Map(runs.map((run) => [run.run.label, run]));
  const family = (planned ?? allPairs([...byLabel.keys()])).flatMap(([left, right]) => {
    const [one, other] = [byLabel.get(left), byLabel.get(right)];
    if (one === undefined || other === undefined || whyIncomparable(one, other) !== null) return [];
    return [compareRuns(one, other)];
  });
  const tested = family.filter(({ sampled }) => sampled !== null);
  const corrected = holm(tested.map(({ sampled }) => sampled!.probability));
  const kind = planned === null ? ('all pairs' as const) : ('planned' as const);
  const judged = family.map((comparison): JudgedComparison => {
    const place = tested.indexOf(comparison);
    const own = place === -1 ? null : corrected[place]!;
    return { ...comparison, family: kind, corrected: own, different: own !== null && own < LEVEL };
  });
  if (planned === null) return judged;
  const asked = new Set(planned.map((pair) => pair.toSorted().join('\0')));
  const rest = allPairs([...byLabel.keys()]).filter((pair) => !asked.has(pair.toSorted().join('\0')));
  const comparable = rest.filter(([left, right]) => whyIncomparable(byLabel.get(left)!, byLabel.get(right)!) === null);
  const exploratory = comparable.map(
    ([left, right]): JudgedComparison => ({
      ...compareRuns(byLabel.get(left)!, byLabel.get(right)!),
      family: 'exploratory',
      corrected: null,
      different: false,
    }),
  );
  return [...judged, ...exploratory];
}

function allPairs(labels: readonly string[]): readonly (readonly [string, string])[] {
  return labels.flatMap((left, place) => labels.slice(place + 1).map((right) => [left, right] as const));
}
