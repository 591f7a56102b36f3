import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { daysAsChampion } from '../champion/current-champion.ts';
import { challengeMargin, challengeThreshold } from './challenge-margin.ts';
import { DEFAULT_EMISSION_POLICY, emissionPolicySchema } from './emission-policy.ts';
import { emissionShare } from './emission-share.ts';

const days = fc.double({ min: 0, max: 400, noNaN: true });
const policy = fc.record({
  graceDays: fc.double({ min: 0, max: 30, noNaN: true }),
  lossPerDay: fc.double({ min: 0, max: 1, noNaN: true }),
  shape: fc.constantFrom('linear', 'compounding'),
  floor: fc.integer({ min: 0, max: 1_000_000 }).map((millionths) => millionths / 1_000_000),
});

describe('the share of the champion', () => {
  it.each([
    [0, 1],
    [1.999, 1],
    [2, 1],
    [3, 0.97],
    [7, 0.85],
    [10, 0.76],
    [14, 0.64],
    [18.67, 0.5],
    [26, 0.5],
    [1e6, 0.5],
  ])('the champion’s share after %f days is %f', (day, share) => {
    expect(emissionShare(day)).toBe(share);
  });

  it.each([
    [2, 1],
    [3, 0.97],
    [7, 0.858734],
    [10, 0.783743],
    [24, 0.511656],
    [24.76, 0.5],
    [1e6, 0.5],
  ])('the champion’s share after %f days is %f when the loss compounds', (day, share) => {
    expect(emissionShare(day, { ...DEFAULT_EMISSION_POLICY, shape: 'compounding' })).toBe(share);
  });

  it('the compounding share is not below the linear one from a day after the grace period on', () => {
    fc.assert(
      fc.property(policy, days, (change, late) => {
        const [linear, compounding] = (['linear', 'compounding'] as const).map((shape) =>
          emissionShare(change.graceDays + 1 + late, emissionPolicySchema.parse({ ...change, shape })),
        );
        expect(compounding).toBeGreaterThanOrEqual(linear!);
      }),
    );
  });

  it('the champion’s share never rises, stays between floor and 1, and is whole during grace', () => {
    fc.assert(
      fc.property(policy, days, days, (change, one, other) => {
        const rules = emissionPolicySchema.parse(change);
        const [early, late] = [emissionShare(Math.min(one, other), rules), emissionShare(Math.max(one, other), rules)];
        expect(late).toBeLessThanOrEqual(early);
        expect(late).toBeGreaterThanOrEqual(rules.floor);
        expect(early).toBeLessThanOrEqual(1);
        expect(emissionShare(rules.graceDays, rules)).toBe(1);
        expect(Number.isInteger(Number((early * 1_000_000).toFixed(6)))).toBe(true);
      }),
    );
  });
});

describe('the challenge margin', () => {
  it.each([
    [0, 0.011, 5],
    [0.73, 0.00952, 5],
    [3.5, 0.0055, 9],
    [7, 0.00275, 9],
    [10, 0.00152, 5],
    [14, 0.00069, 5],
  ])('the challenge margin after %f days is %f', (day, margin, digits) => {
    expect(challengeMargin(day)).toBeCloseTo(margin, digits);
  });

  it('the challenge margin is added to the champion’s score', () => {
    expect(challengeThreshold(0.4731, 0.73)).toBeCloseTo(0.4826, 4);
    expect(challengeThreshold(0.5, 0)).toBe(0.511);
  });

  it('the challenge margin falls, halves with each half-life and is never negative', () => {
    fc.assert(
      fc.property(days, days, (one, other) => {
        expect(challengeMargin(Math.max(one, other))).toBeLessThanOrEqual(challengeMargin(Math.min(one, other)));
        expect(challengeMargin(one + 3.5)).toBeCloseTo(challengeMargin(one) / 2, 8);
        expect(challengeMargin(one)).toBeGreaterThanOrEqual(0);
      }),
    );
  });
});

describe('days as champion', () => {
  it('days as champion have 24 hours, also when clocks change, and are never negative', () => {
    const crowned = Temporal.Instant.from('2026-03-07T20:00:00Z');
    expect(daysAsChampion(crowned, Temporal.Instant.from('2026-03-09T08:00:00Z'))).toBe(1.5);
    expect(daysAsChampion(crowned, Temporal.Instant.from('2026-03-01T00:00:00Z'))).toBe(0);
  });
});

describe('emission policy', () => {
  it('the emission policy has the published defaults', () => {
    expect(DEFAULT_EMISSION_POLICY).toEqual({
      graceDays: 2,
      shape: 'linear',
      lossPerDay: 0.03,
      floor: 0.5,
      margin: 0.011,
      marginHalfLifeDays: 3.5,
      weights: 'winner-take-all',
      burnUid: 0,
    });
  });

  it.each([
    [{ floor: 1.2 }, 'is above 1'],
    [{ graceDays: -1 }, 'is below 0'],
    [{ marginHalfLifeDays: 0 }, 'is not above 0'],
    [{ shape: 'steep' }, 'shape'],
    [{ weights: 'everybody' }, 'weights'],
    [{ burnUid: 0.5 }, 'burnUid'],
    [{ grace: 2 }, 'grace'],
    ['half', 'object'],
  ])('the emission policy rejects %j with an explanation', (value, message) => {
    expect(() => emissionPolicySchema.parse(value)).toThrow(message);
  });
});
