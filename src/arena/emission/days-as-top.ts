const MILLISECONDS_PER_DAY = 86_400_000;

/**
 * Days of 24 hours, with fractions, whatever clocks do in between. A crown from the future, which a clock that was set
 * back can produce, counts as one of this moment.
 */
export function daysAsTop(crownedAt: Temporal.Instant, now: Temporal.Instant): number {
  return Math.max(0, now.epochMilliseconds - crownedAt.epochMilliseconds) / MILLISECONDS_PER_DAY;
}
