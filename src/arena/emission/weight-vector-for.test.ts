import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { Neuron } from '../../chain/metagraph.ts';
import { U16_MAX, type WeightVector } from '../../chain/weights.ts';
import { divideHalfToEven } from './divide-half-to-even.ts';
import { emissionPolicySchema } from './emission-policy.ts';
import type { Finisher } from './finisher.ts';
import { splitShares } from './split-shares.ts';
import { weightVectorFor } from './weight-vector-for.ts';

const WINNER = emissionPolicySchema.parse({});
const HALF = emissionPolicySchema.parse({ weights: 'top-half' });

function neuronsOf(...hotkeys: readonly string[]): Neuron[] {
  return hotkeys.map((hotkey, uid) => ({
    uid,
    hotkey,
    stake: 0n,
    validatorPermit: false,
    active: true,
    registeredAt: 0,
    lastUpdate: 0,
  }));
}

/** Racers r1, r2, … from best to worst. */
function racersOf(count: number): Finisher[] {
  return Array.from({ length: count }, (_, index) => ({
    agentVersionId: `version-${String(index + 1).padStart(4, '0')}`,
    hotkey: `r${index + 1}`,
    raceScore: 1 - index / 1000,
  }));
}

/** The owner on uid 0, then the racers in order: the uid is the rank. */
function subnetOf(count: number): Neuron[] {
  return neuronsOf('owner', ...racersOf(count).map(({ hotkey }) => hotkey));
}

function topHalf(count: number, share: number, neurons = subnetOf(count)): readonly number[] {
  return weightVectorFor({ neurons, top: { hotkey: 'r1', share }, racers: racersOf(count) }, HALF).values;
}

function sum(values: readonly number[]): number {
  return values.reduce((total, value) => total + value, 0);
}

describe('winner takes all', () => {
  it.each([
    [1, 0, 65_535],
    [0.97, 2_027, 65_535],
    [0.76, 20_695, 65_535],
    [0.5, 65_535, 65_535],
    [0.25, 65_535, 21_845],
    [0, 65_535, 0],
  ])('winner takes all at share %f burns %i and pays %i', (share, burn, top) => {
    const vector = weightVectorFor({ neurons: subnetOf(3), top: { hotkey: 'r2', share }, racers: racersOf(3) }, WINNER);
    expect(vector).toEqual<WeightVector>({ uids: [0, 1, 2, 3], values: [burn, 0, top, 0] });
  });

  it('winner takes all burns everything without a champion, or when the champion has left', () => {
    const everything = [65_535, 0, 0, 0];
    expect(weightVectorFor({ neurons: subnetOf(3), top: null, racers: [] }, WINNER).values).toEqual(everything);
    const gone = { hotkey: 'gone', share: 0.9 };
    expect(weightVectorFor({ neurons: subnetOf(3), top: gone, racers: [] }, WINNER).values).toEqual(everything);
  });

  it('winner takes all adds both weights when the champion has the burning uid', () => {
    const top = { hotkey: 'owner', share: 0.76 };
    expect(weightVectorFor({ neurons: subnetOf(2), top, racers: [] }, WINNER).values).toEqual([65_535, 0, 0]);
  });
});

describe('the top half', () => {
  it.each([
    [30, 15, 105, 21_880],
    [50, 25, 300, 21_945],
    [100, 50, 1_225, 22_253],
  ])(
    'the top half of %i finishers, a quarter to the champion: %i are paid, tail %i, champion %i, burn 65535',
    (count, half, tail, top) => {
      const values = topHalf(count, 0.25);
      expect(values[0]).toBe(65_535);
      expect(values[1]).toBe(top);
      expect(values.slice(2, half + 1)).toEqual(Array.from({ length: half - 1 }, (_, index) => half - 1 - index));
      expect(sum(values.slice(2))).toBe(tail);
      expect(values.slice(half + 1).every((value) => value === 0)).toBe(true);
    },
  );

  it.each([
    // Cases in which the published formula divides by zero, goes below zero or exceeds 16 bits.
    ['grace', 30, 1, [0, 65_535], 0],
    ['the floor', 30, 0.5, [65_430, 65_535], 105],
    ['day 10', 30, 0.76, [20_590, 65_535], 105],
    ['a burn too small for the tail', 30, 0.999, [33, 65_535], 33],
    ['a burn of nothing much', 30, 0.99999, [1, 65_535], 0],
    ['a tail beyond 16 bits', 800, 0.25, [65_535, 43_690], 65_535],
  ])('the top half has the pinned weights at %s', (_, count, share, first, tail) => {
    const values = topHalf(count, share);
    expect(values.slice(0, 2)).toEqual(first);
    expect(sum(values.slice(2))).toBe(tail);
  });

  it('the top half of two or three finishers pays the champion alone', () => {
    expect(topHalf(2, 0.25)).toEqual([65_535, 21_845, 0]);
    expect(topHalf(3, 0.25)).toEqual([65_535, 21_845, 0, 0]);
  });

  it('the top half burns everything when it is empty', () => {
    expect(topHalf(1, 0.76)).toEqual([65_535, 0]);
    expect(topHalf(0, 0.76)).toEqual([65_535]);
  });

  it('the top half omits racers that have left, and recomputes the tail', () => {
    // Six finishers, three paid: 2 and 1 behind the top. Rank 2 has left.
    const neurons = neuronsOf('owner', 'r1', 'r3', 'r4', 'r5', 'r6');
    expect(topHalf(6, 0.25, neurons)).toEqual([65_535, 21_845, 1, 0, 0, 0]);
  });

  it('the top half pays only burn and tail when the champion has left', () => {
    expect(topHalf(6, 0.25, neuronsOf('owner', 'r2', 'r3', 'r4'))).toEqual([65_535, 2, 1, 0]);
  });

  it('the top half fits into 16 bits when the champion has the burning uid', () => {
    // 65535 + 21846 are scaled down, and the tail of 2 and 1 with them.
    expect(topHalf(6, 0.25, neuronsOf('r1', 'r2', 'r3'))).toEqual([65_535, 1, 1]);
  });

  it('the top half puts the champion first even if another scored more, and omits racers that did not finish', () => {
    const racers = [
      ...racersOf(6),
      { agentVersionId: 'version-9', hotkey: 'r7', raceScore: null },
      { agentVersionId: 'version-8', hotkey: 'r8', raceScore: null },
    ];
    const input = { neurons: subnetOf(8), top: { hotkey: 'r3', share: 0.25 }, racers };
    expect(weightVectorFor(input, HALF).values).toEqual([65_535, 2, 1, 21_846, 0, 0, 0, 0, 0]);
  });

  it('the top half orders equal scores by id', () => {
    const equal = racersOf(6).map((racer) => ({ ...racer, raceScore: 0.5 }));
    const input = { neurons: subnetOf(6), top: { hotkey: 'r1', share: 0.25 }, racers: equal.toReversed() };
    expect(weightVectorFor(input, HALF).values.slice(2)).toEqual([2, 1, 0, 0, 0]);
  });

  it('the top half is the same for any order of racers, and 16 bits wide with a maximum of 65535', () => {
    const share = fc.integer({ min: 0, max: 1_000_000 }).map((millionths) => millionths / 1_000_000);
    const racers = fc.integer({ min: 2, max: 120 }).chain((count) => {
      const all = racersOf(count);
      return fc.shuffledSubarray(all, { minLength: count, maxLength: count });
    });
    fc.assert(
      fc.property(share, racers, (given, shuffled) => {
        const count = shuffled.length;
        const top = { hotkey: 'r1', share: given };
        const { uids, values } = weightVectorFor({ neurons: subnetOf(count), top, racers: shuffled }, HALF);
        expect(values).toEqual(topHalf(count, given));
        expect(uids).toEqual([...new Array(count + 1).keys()]);
        expect(Math.max(...values)).toBe(U16_MAX);
        expect(values.every((value) => Number.isInteger(value) && value >= 0)).toBe(true);
        // The champion has its share up to rounding, whatever the tail.
        expect(Math.abs(values[1]! - given * sum(values))).toBeLessThanOrEqual(1);
        const tail = sum(values.slice(2));
        expect(tail).toBeLessThanOrEqual(values[0]!);
        for (let rank = 3; rank <= count; rank++) expect(values[rank]).toBeLessThanOrEqual(values[rank - 1]!);
      }),
    );
  });
});

describe('weight arithmetic', () => {
  it('weights round halves to even, exactly', () => {
    expect([1, 3, 5, 7].map((numerator) => divideHalfToEven(numerator, 2))).toEqual([0, 2, 2, 4]);
    expect(divideHalfToEven(2 ** 53 - 1, 2)).toBe(2 ** 52);
    expect(() => divideHalfToEven(2 ** 53, 2)).toThrow(RangeError);
    expect(() => divideHalfToEven(1, 0)).toThrow(RangeError);
    fc.assert(
      fc.property(fc.maxSafeNat(), fc.integer({ min: 1, max: 1e9 }), (numerator, denominator) => {
        const quotient = BigInt(divideHalfToEven(numerator, denominator));
        const twice = 2n * (quotient * BigInt(denominator) - BigInt(numerator));
        expect(twice <= BigInt(denominator) && twice >= -BigInt(denominator)).toBe(true);
      }),
    );
  });

  it('the champion and the burn get their shares without a tail', () => {
    expect(splitShares(0.25, [])).toEqual({ top: 21_845, burn: 65_535, tail: [] });
  });
});
