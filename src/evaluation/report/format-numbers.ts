import type { Interval } from '../../statistics/wilson-interval.ts';
import type { Estimate } from './estimate.ts';

/** Per cent with one decimal. One problem of 75 is 1.3 points, so more digits would suggest false precision. */
export function percent(share: number): string {
  return (100 * share).toFixed(1);
}

export function formatInterval(interval: Interval | null): string {
  return interval === null ? '[undefined]' : `[${percent(interval.low)}, ${percent(interval.high)}]`;
}

export function formatEstimate(estimate: Estimate | null): string {
  return estimate === null ? 'undefined' : `${percent(estimate.value)} ${formatInterval(estimate.interval)}`;
}

/** A rate, or its bounds if episodes are missing. */
export function formatRate(estimate: Estimate | null, bounds: Interval | null): string {
  if (estimate !== null || bounds === null) return formatEstimate(estimate);
  return `undefined, between ${percent(bounds.low)} and ${percent(bounds.high)}`;
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
