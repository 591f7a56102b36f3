import { describe, expect, it } from 'vitest';
import { challengeMargin } from '../../../../src/arena/emission/challenge-margin.ts';
import { type EmissionPolicy, emissionPolicySchema } from '../../../../src/arena/emission/emission-policy.ts';
import { emissionShare } from '../../../../src/arena/emission/emission-share.ts';
import {
  daysToFloor,
  type EmissionTerms,
  emissionSchedule,
  marginAfter,
  shareAfter,
  standingText,
} from './emission-schedule.ts';

const POLICIES = [
  {},
  { graceDays: 0, lossPerDay: 0.2, floor: 0, margin: 0.05, marginHalfLifeDays: 0.5 },
  { lossPerDay: 0 },
  { floor: 1 },
  { shape: 'compounding' },
  { shape: 'compounding', lossPerDay: 1, floor: 0.25 },
  { shape: 'compounding', lossPerDay: 0.1, floor: 0 },
].map((policy) => emissionPolicySchema.parse(policy));

function termsOf({ graceDays, shape, lossPerDay, floor, margin, marginHalfLifeDays }: EmissionPolicy): EmissionTerms {
  return {
    grace_days: graceDays,
    shape,
    loss_per_day: lossPerDay,
    floor,
    initial_margin: margin,
    margin_half_life_days: marginHalfLifeDays,
  };
}

describe('the emission schedule', () => {
  it('the emission schedule matches the arena’s, day by day', () => {
    for (const policy of POLICIES) {
      for (const { day, share, margin } of emissionSchedule(termsOf(policy), 33.3)) {
        expect(share).toBeCloseTo(emissionShare(day, policy), 6);
        expect(margin).toBeCloseTo(challengeMargin(day, policy), 8);
      }
    }
  });

  it('the emission schedule has its corner points in order, and extends past today', () => {
    const days = emissionSchedule(termsOf(POLICIES[0]!), 40.5).map(({ day }) => day);
    expect(days).toEqual(days.toSorted((one, other) => one - other));
    expect(days).toContain(2);
    expect(days.some((day) => Math.abs(day - 18.667) < 0.001)).toBe(true);
    expect(days.at(-1)).toBe(45);
    expect(new Set(days).size).toBe(days.length);
  });

  it('each of the three parts of the emission schedule is described in words', () => {
    const terms = termsOf(POLICIES[0]!);
    expect(standingText(terms, 1.5)).toBe(
      'Day 1.5 of a 2-day grace period: the champion gets the whole contestants’ half of the emission.',
    );
    expect(standingText(terms, 10)).toBe('Day 10: 76 %, falling 3 points a day to the 50 % floor on day 18.7.');
    expect(standingText(terms, 30)).toBe('Day 30: the floor of 50 % was reached on day 18.7.');
    expect(standingText(termsOf(POLICIES[2]!), 9)).toBe('Day 9: 100 %, falling 0 points a day.');
    expect(daysToFloor(termsOf(POLICIES[3]!))).toBe(0);
    const compounding = termsOf(POLICIES[4]!);
    expect(standingText(compounding, 10)).toBe(
      'Day 10: 78.4 %, falling by 3 % of what is left each day, to the 50 % floor on day 24.8.',
    );
    expect(daysToFloor(termsOf(POLICIES[5]!))).toBe(2);
    expect(daysToFloor(termsOf(POLICIES[6]!))).toBeUndefined();
  });

  it('the emission schedule does not pay more before its first day', () => {
    const terms = termsOf(POLICIES[0]!);
    expect(shareAfter(-1, terms)).toBe(1);
    expect(marginAfter(-1, terms)).toBe(0.011);
  });
});
