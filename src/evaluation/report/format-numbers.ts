import type { Interval } from '../../statistics/wilson-interval.ts';
import { counted } from '../../text/counted.ts';
import type { Estimate } from './estimate.ts';

/** Per cent with one decimal. One problem of 75 is 1.3 points, so more digits would suggest false precision. */
export function percent(share: number): string {
  return (100 * share).toFixed(1);
}

/** Fewer than two leak clusters have no interval. */
export function formatInterval(interval: Interval | null): string {
  return interval === null ? '(no interval)' : `[${percent(interval.low)}, ${percent(interval.high)}]`;
}

export function formatEstimate({ value, interval }: Estimate): string {
  return `${percent(value)} ${formatInterval(interval)}`;
}

interface Absent {
  /** Number of episodes that the rate lacks; `null` if the run has no such episodes. */
  readonly missing: number | null;
  readonly bounds?: Interval | null;
}

/** A rate; without it, what is missing, and the bounds of the rate if they are known. */
export function formatRate(estimate: Estimate | null, { missing, bounds = null }: Absent): string {
  if (estimate !== null) return formatEstimate(estimate);
  if (missing === null) return 'not run';
  const between = bounds === null ? '' : `, between ${percent(bounds.low)} and ${percent(bounds.high)}`;
  return `${counted(missing, 'episode')} missing${between}`;
}

/** Signed, in percentage points. */
export function formatDifference(difference: number): string {
  return `${difference > 0 ? '+' : difference < 0 ? '-' : ''}${percent(Math.abs(difference))}`;
}

export function formatProbability(probability: number | null): string {
  if (probability === null) return '–';
  return probability < 0.0001 ? '< 0.0001' : probability.toFixed(4);
}

export function formatDollars(microdollars: number | null): string {
  return microdollars === null ? 'unknown' : `$${(microdollars / 1_000_000).toFixed(6)}`;
}

export function formatNumber(value: number | null, digits: number): string {
  return value === null ? 'unknown' : value.toFixed(digits);
}
