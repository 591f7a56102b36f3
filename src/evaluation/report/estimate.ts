import { clusterBootstrap } from '../../statistics/cluster-bootstrap.ts';
import type { ClusteredValue } from '../../statistics/clustered-value.ts';
import { problemT } from '../../statistics/student-t.ts';
import { type Interval, wilsonInterval } from '../../statistics/wilson-interval.ts';
import { BOOTSTRAP_SEED } from './bootstrap-seed.ts';

/** A rate over problems with its confidence interval; all values are from 0 to 1. */
export interface Estimate {
  readonly value: number;
  readonly interval: Interval | null;
  readonly method: 'wilson' | 'bootstrap';
  /** Problem-level t interval, as a cross-check. */
  readonly t: { readonly standard_error: number; readonly interval: Interval } | null;
}

/**
 * The mean over problems. With one try per problem and one problem per cluster the interval is Wilson's, otherwise a
 * cluster bootstrap. `null` if there are no values.
 */
export function estimateRate(values: readonly ClusteredValue[]): Estimate | null {
  if (values.length === 0) return null;
  const isBinary = values.every(({ value }) => value === 0 || value === 1);
  const isSingle = new Set(values.map(({ cluster }) => cluster)).size === values.length;
  const t = problemT(values);
  const sum = values.reduce((all, { value }) => all + value, 0);
  const interval =
    isBinary && isSingle
      ? wilsonInterval(sum, values.length)
      : clusterBootstrap(values, { seed: BOOTSTRAP_SEED, range: { low: 0, high: 1 } });
  return {
    value: sum / values.length,
    interval,
    method: isBinary && isSingle ? 'wilson' : 'bootstrap',
    t: t && { standard_error: t.standardError, interval: t.interval },
  };
}
