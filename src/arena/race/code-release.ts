import { DEFAULT_RACE_POLICY, type RacePolicy } from './race-policy.ts';

const SATURDAY = 6;

/**
 * When a winner's code becomes public: at noon of the next weekday after the day of its win, both in the arena's time
 * zone. Code of a win on Friday, Saturday or Sunday is released on Monday, so that no one has to watch over a weekend.
 */
export function codeReleaseAt(
  wonAt: Temporal.Instant,
  { timeZone, closesAt }: Pick<RacePolicy, 'timeZone' | 'closesAt'> = DEFAULT_RACE_POLICY,
): Temporal.Instant {
  let day = wonAt.toZonedDateTimeISO(timeZone).toPlainDate().add({ days: 1 });
  while (day.dayOfWeek >= SATURDAY) day = day.add({ days: 1 });
  return day.toZonedDateTime({ timeZone, plainTime: Temporal.PlainTime.from(closesAt) }).toInstant();
}
