import { DEFAULT_RACE_POLICY, type RacePolicy } from './race-policy.ts';

type Daily = Pick<RacePolicy, 'timeZone' | 'closesAt'>;

/** Submissions from `opensAt` until before `closesAt` belong to the window. */
export interface QualifyingWindow {
  readonly opensAt: Temporal.Instant;
  readonly closesAt: Temporal.Instant;
}

/**
 * The first close after an instant, never the instant itself: a submission at exactly noon is in the next window. Uses
 * the zone's calendar, so the window around a daylight saving change has 23 or 25 hours.
 */
export function nextClose(instant: Temporal.Instant, policy: Daily = DEFAULT_RACE_POLICY): Temporal.Instant {
  const today = closeOn(dateOf(instant, policy), policy);
  if (Temporal.Instant.compare(today, instant) > 0) return today;
  return closeOn(dateOf(instant, policy).add({ days: 1 }), policy);
}

/** There is a window at every instant, in any state of a race; a countdown to its close never goes below zero. */
export function qualifyingWindow(instant: Temporal.Instant, policy: Daily = DEFAULT_RACE_POLICY): QualifyingWindow {
  const today = closeOn(dateOf(instant, policy), policy);
  const opensAt =
    Temporal.Instant.compare(today, instant) > 0
      ? closeOn(dateOf(instant, policy).subtract({ days: 1 }), policy)
      : today;
  return { opensAt, closesAt: nextClose(instant, policy) };
}

function dateOf(instant: Temporal.Instant, { timeZone }: Daily): Temporal.PlainDate {
  return instant.toZonedDateTimeISO(timeZone).toPlainDate();
}

function closeOn(date: Temporal.PlainDate, { timeZone, closesAt }: Daily): Temporal.Instant {
  return date.toZonedDateTime({ timeZone, plainTime: Temporal.PlainTime.from(closesAt) }).toInstant();
}
