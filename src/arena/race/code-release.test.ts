import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { codeReleaseAt } from './code-release.ts';

const ZONE = 'America/Los_Angeles';

describe('the release of a winner’s code', () => {
  it.each([
    ['Monday', '2026-07-13T20:00', '2026-07-14T12:00'],
    ['Monday before noon', '2026-07-13T03:00', '2026-07-14T12:00'],
    ['Thursday', '2026-07-16T12:00', '2026-07-17T12:00'],
    ['Friday morning', '2026-07-17T09:00', '2026-07-20T12:00'],
    ['Friday night', '2026-07-17T23:59', '2026-07-20T12:00'],
    ['Saturday', '2026-07-18T12:00', '2026-07-20T12:00'],
    ['Sunday', '2026-07-19T20:00', '2026-07-20T12:00'],
    ['Friday before clocks go forward', '2026-03-06T20:00', '2026-03-09T12:00'],
    ['Sunday on which clocks go back', '2026-11-01T01:30', '2026-11-02T12:00'],
  ])('a winner’s code is released at the right time after a win on %s', (_, won, released) => {
    const wonAt = Temporal.PlainDateTime.from(won).toZonedDateTime(ZONE).toInstant();
    const release = codeReleaseAt(wonAt).toZonedDateTimeISO(ZONE).toPlainDateTime();
    expect(release.toString({ smallestUnit: 'minute' })).toBe(released);
  });

  it('the code release uses the day in the arena’s time zone', () => {
    expect(codeReleaseAt(Temporal.Instant.from('2026-07-17T03:00:00Z')).toString()).toBe('2026-07-17T19:00:00Z');
  });

  it('the code release is noon of a weekday, half a day to four days ahead', () => {
    const instant = fc.integer({ min: Date.UTC(2020, 0), max: Date.UTC(2040, 0) });
    fc.assert(
      fc.property(instant, (milliseconds) => {
        const release = codeReleaseAt(Temporal.Instant.fromEpochMilliseconds(milliseconds));
        const local = release.toZonedDateTimeISO(ZONE);
        expect(local.dayOfWeek).toBeLessThanOrEqual(5);
        expect(local.toPlainTime().toString()).toBe('12:00:00');
        const hours = (release.epochMilliseconds - milliseconds) / 3_600_000;
        expect(hours).toBeGreaterThan(11);
        expect(hours).toBeLessThanOrEqual(85);
      }),
    );
  });
});
