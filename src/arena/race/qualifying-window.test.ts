import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { nextClose, qualifyingWindow } from './qualifying-window.ts';
import { DEFAULT_RACE_POLICY, racePolicySchema } from './race-policy.ts';

const ZONE = 'America/Los_Angeles';

function at(text: string): Temporal.Instant {
  return Temporal.Instant.from(text);
}

function hours({ opensAt, closesAt }: { opensAt: Temporal.Instant; closesAt: Temporal.Instant }): number {
  return (closesAt.epochMilliseconds - opensAt.epochMilliseconds) / 3_600_000;
}

/** Forty years around now, to the millisecond. */
const instant = fc
  .integer({ min: Date.UTC(2010, 0), max: Date.UTC(2050, 0) })
  .map((milliseconds) => Temporal.Instant.fromEpochMilliseconds(milliseconds));

describe('nextClose', () => {
  it.each([
    ['summer morning', '2026-07-15T10:00:00Z', '2026-07-15T19:00:00Z'],
    ['winter morning', '2026-01-15T10:00:00Z', '2026-01-15T20:00:00Z'],
    ['a millisecond before noon', '2026-07-15T18:59:59.999Z', '2026-07-15T19:00:00Z'],
    ['noon itself', '2026-07-15T19:00:00Z', '2026-07-16T19:00:00Z'],
    ['afternoon', '2026-07-15T19:00:01Z', '2026-07-16T19:00:00Z'],
    ['Saturday', '2026-07-18T12:00:00Z', '2026-07-18T19:00:00Z'],
    ['Sunday afternoon', '2026-07-19T22:00:00Z', '2026-07-20T19:00:00Z'],
    ['the evening before clocks go forward', '2026-03-08T04:00:00Z', '2026-03-08T19:00:00Z'],
    ['an hour before clocks go forward', '2026-03-08T09:00:00Z', '2026-03-08T19:00:00Z'],
    ['just after clocks went forward', '2026-03-08T10:00:00Z', '2026-03-08T19:00:00Z'],
    ['the noon before clocks go forward', '2026-03-07T20:00:00Z', '2026-03-08T19:00:00Z'],
    ['the first hour of 01:30 when clocks go back', '2026-11-01T08:30:00Z', '2026-11-01T20:00:00Z'],
    ['the second hour of 01:30', '2026-11-01T09:30:00Z', '2026-11-01T20:00:00Z'],
    ['the noon before clocks go back', '2026-10-31T19:00:00Z', '2026-11-01T20:00:00Z'],
    ['the last day of a leap February', '2028-02-29T21:00:00Z', '2028-03-01T20:00:00Z'],
    ['New Year’s Eve', '2026-12-31T20:00:00Z', '2027-01-01T20:00:00Z'],
  ])('the qualifying window closes at the right time: %s', (_, now, close) => {
    expect(nextClose(at(now)).toString()).toBe(close);
  });

  it('the next close is always noon, ahead, and at most 25 hours away', () => {
    fc.assert(
      fc.property(instant, (now) => {
        const close = nextClose(now);
        const wait = close.epochMilliseconds - now.epochMilliseconds;
        expect(wait).toBeGreaterThan(0);
        expect(wait).toBeLessThanOrEqual(25 * 3_600_000);
        expect(close.toZonedDateTimeISO(ZONE).toPlainTime().toString()).toBe('12:00:00');
      }),
    );
  });
});

describe('the qualifying window', () => {
  it('the qualifying window has 23 hours when clocks go forward and 25 when they go back', () => {
    expect(hours(qualifyingWindow(at('2026-03-08T00:00:00Z')))).toBe(23);
    expect(hours(qualifyingWindow(at('2026-11-01T00:00:00Z')))).toBe(25);
    expect(hours(qualifyingWindow(at('2026-07-01T00:00:00Z')))).toBe(24);
  });

  it('qualifying windows cover every instant without overlap', () => {
    const zones = fc.constantFrom(ZONE, 'Europe/Berlin', 'Australia/Lord_Howe', 'Asia/Kathmandu', 'UTC');
    const times = fc.constantFrom('12:00', '00:00', '02:30', '01:30', '23:59');
    fc.assert(
      fc.property(instant, zones, times, (now, timeZone, closesAt) => {
        const policy = { timeZone, closesAt };
        const window = qualifyingWindow(now, policy);
        expect(Temporal.Instant.compare(window.opensAt, now)).toBeLessThanOrEqual(0);
        expect(Temporal.Instant.compare(window.closesAt, now)).toBe(1);
        const next = qualifyingWindow(window.closesAt, policy);
        expect(next.opensAt.toString()).toBe(window.closesAt.toString());
        const last = qualifyingWindow(window.opensAt.subtract({ nanoseconds: 1 }), policy);
        expect(last.closesAt.toString()).toBe(window.opensAt.toString());
      }),
    );
  });
});

describe('qualifying policy', () => {
  it('the qualifying policy has the published defaults', () => {
    expect(DEFAULT_RACE_POLICY).toEqual({
      timeZone: ZONE,
      closesAt: '12:00',
      qualifyingShare: 0.95,
      fewestRacers: 2,
      beaconSeconds: 60,
      disagreement: 0.1,
    });
  });

  it.each([
    [{ timeZone: 'Pacific/Noon' }, 'is not a time zone'],
    [{ closesAt: '25:00' }, 'closesAt'],
    [{ closesAt: 'noon' }, 'closesAt'],
    [{ qualifyingShare: 95 }, 'is above 1'],
    [{ fewestRacers: 0 }, 'fewestRacers'],
    [{ zone: ZONE }, 'zone'],
  ])('the qualifying policy rejects %j with an explanation', (value, message) => {
    expect(() => racePolicySchema.parse(value)).toThrow(message);
  });
});
