import { holm } from '../../statistics/holm.ts';
import { compareRuns, type RunComparison, whyIncomparable } from './compare-runs.ts';
import type { MeasuredRun } from './measured-run.ts';

export const LEVEL = 0.05;

export interface JudgedComparison extends RunComparison {
  /** Exploratory comparisons were not planned. Their p-values are uncorrected, and no conclusion is drawn from them. */
  readonly family: 'planned' | 'all pairs' | 'exploratory';
  /** p-value corrected by Holm's method over the family; `null` for exploratory comparisons or without samples. */
  readonly corrected: number | null;
  /** Whether the difference counts as significant. */
  readonly different: boolean;
}

/**
 * Every pair of comparable runs. With a plan, its comparisons form one family and the others are exploratory. Without a
 * plan, all pairs form the family, because the reader looks at all of them.
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
