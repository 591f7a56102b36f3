import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { steadySum } from '../../statistics/steady-sum.ts';
import type { Metagraph } from '../metagraph.ts';
import { sampleMetagraph } from '../testing/sample-metagraph.ts';
import type { WeightVector } from '../weights/weight-vector.ts';
import type { Matrix } from './matrix.ts';
import { clipToConsensus, type Epoch, runEpoch } from './run-epoch.ts';
import { DEFAULT_YUMA_POLICY, yumaPolicySchema } from './yuma-policy.ts';

const VALIDATORS = 5;
const SIZE = 9;
/** No uid belongs to the owner here, so weight on oneself never counts. */
const POLICY = { ...DEFAULT_YUMA_POLICY, ownerUid: 1000 };

function zeros(size: number): Matrix {
  return Array.from({ length: size }, () => new Array<number>(size).fill(0));
}

function vectors(rows: Readonly<Record<number, readonly number[]>>): Map<number, WeightVector> {
  return new Map(
    Object.entries(rows).map(([uid, values]) => [Number(uid), { uids: values.map((_, getter) => getter), values }]),
  );
}

function epochOf(
  stakes: readonly (bigint | number)[],
  rows: Readonly<Record<number, readonly number[]>>,
  bonds = zeros(stakes.length),
  policy = POLICY,
): Epoch {
  return runEpoch({ metagraph: sampleMetagraph(stakes), weights: vectors(rows), bonds }, policy);
}

const u16 = fc.oneof(fc.constant(0), fc.integer({ min: 0, max: 65_535 }));
const row = fc.array(u16, { minLength: SIZE, maxLength: SIZE });
const subnet = fc.record({
  stakes: fc.array(fc.bigInt({ min: 0n, max: 10n ** 15n }), { minLength: VALIDATORS, maxLength: VALIDATORS }),
  rows: fc.array(row, { minLength: VALIDATORS, maxLength: VALIDATORS }),
  bonds: fc.array(fc.array(fc.double({ min: 0, max: 1, noNaN: true }), { minLength: SIZE, maxLength: SIZE }), {
    minLength: SIZE,
    maxLength: SIZE,
  }),
});

function stakesOf(validators: readonly bigint[]): bigint[] {
  return [...validators, ...new Array<bigint>(SIZE - VALIDATORS).fill(0n)];
}

describe('an epoch, worked by hand', () => {
  it('pays by what a majority of stake supports and clips the rest', () => {
    // Stakes 2, 2, 1. Neuron 3 gets 0.6, 0.6, 0 and neuron 4 gets 0.4, 0.4, 1: the third validator's excess is cut.
    const epoch = epochOf([2, 2, 1, 0, 0], { 0: [0, 0, 0, 60, 40], 1: [0, 0, 0, 60, 40], 2: [0, 0, 0, 0, 100] });
    expect(epoch.stake).toEqual([0.4, 0.4, 0.2, 0, 0]);
    expect(epoch.consensus).toEqual([0, 0, 0, 0.6, 0.4]);
    expect(epoch.ranks[3]).toBeCloseTo(0.48, 12);
    expect(epoch.ranks[4]).toBeCloseTo(0.4, 12);
    expect(epoch.trust[3]).toBeCloseTo(1, 12);
    expect(epoch.trust[4]).toBeCloseTo(0.4 / 0.52, 12);
    expect(epoch.validatorTrust.map((trust) => Number(trust.toFixed(12)))).toEqual([1, 1, 0.4, 0, 0]);
    expect(epoch.incentive[3]).toBeCloseTo(6 / 11, 12);
    expect(epoch.incentive[4]).toBeCloseTo(5 / 11, 12);
    // In neuron 3 the first two validators hold half each; in neuron 4 two fifths each and the third a fifth.
    expect(epoch.bonds.map((bonds) => Number(bonds[3]!.toFixed(12)))).toEqual([0.5, 0.5, 0, 0, 0]);
    expect(epoch.bonds.map((bonds) => Number(bonds[4]!.toFixed(12)))).toEqual([0.4, 0.4, 0.2, 0, 0]);
    expect(epoch.dividends[0]).toBeCloseTo((6 / 11) * 0.5 + (5 / 11) * 0.4, 12);
    expect(epoch.dividends[2]).toBeCloseTo((5 / 11) * 0.2, 12);
  });

  it('burns the incentive of the subnet owner', () => {
    const weights = { 1: [20_695, 0, 0, 65_535], 2: [20_695, 0, 0, 65_535] };
    const { incentive } = epochOf([0, 3, 1, 0], weights, zeros(4), DEFAULT_YUMA_POLICY);
    expect(incentive[3]).toBeCloseTo(0.76, 5);
    expect(incentive[0]).toBeCloseTo(0.24, 5);
  });

  /**
   * Stakes 1, 2, 3, 4 and four servers weighted 1:2:3:4; then one validator after the other puts all weight on itself.
   * The expected numbers are those that the chain's own test prints for this sequence; it keeps bonds in 16 bits, hence
   * four digits.
   */
  it('moves bonds over epochs as the chain does', () => {
    const agreed = [0, 0, 0, 0, 16_383, 32_767, 49_149, 65_535];
    const onlySelf = (uid: number): number[] => agreed.map((_, getter) => (getter === uid ? 65_535 : 0));
    const stakes = [1, 2, 3, 4, 0, 0, 0, 0];
    const rows: Record<number, number[]> = { 0: agreed, 1: agreed, 2: agreed, 3: agreed };
    let epoch = epochOf(stakes, rows);
    const next = (uid: number, weights: number[]): Epoch => {
      rows[uid] = weights;
      epoch = epochOf(stakes, rows, epoch.bonds);
      return epoch;
    };
    const dividends = (): number[] => epoch.dividends.slice(0, 4).map((share) => Number(share.toFixed(4)));
    expect(dividends()).toEqual([0.1, 0.2, 0.3, 0.4]);
    next(0, onlySelf(0));
    expect(dividends()).toEqual([0.09, 0.2022, 0.3033, 0.4044]);
    next(1, onlySelf(1));
    expect(dividends()).toEqual([0.081, 0.182, 0.3159, 0.4211]);
    // Now only 40 % of stake gives weight: no majority, no incentive, and bonds do not change.
    next(2, onlySelf(2));
    expect(epoch.incentive.every((share) => share === 0)).toBe(true);
    expect(dividends()).toEqual([0, 0, 0, 0]);
    expect(epoch.bonds[3]![7]).toBeCloseTo(0.4211, 4);
    next(2, [0, 0, 0, 0, 0, 0, 0, 65_535]);
    expect(epoch.consensus[7]).toBeCloseTo(0.400009, 6);
    expect(epoch.ranks[7]).toBeCloseTo(0.280006, 6);
    expect(epoch.trust[7]).toBeCloseTo(0.608704, 6);
    expect(epoch.incentive[7]).toBe(1);
  });
});

describe('weights that count', () => {
  const rows = { 0: [0, 0, 10, 30], 1: [0, 0, 30, 10] };

  function changed(uid: number, change: Partial<Metagraph['neurons'][number]>): Epoch {
    const metagraph = sampleMetagraph([3, 2, 0, 0]);
    const neurons = metagraph.neurons.with(uid, { ...metagraph.neurons[uid]!, ...change });
    return runEpoch({ metagraph: { ...metagraph, neurons }, weights: vectors(rows), bonds: zeros(4) }, POLICY);
  }

  it('ignores weights of inactive validators and of those without a permit', () => {
    for (const change of [{ active: false }, { validatorPermit: false }]) {
      const epoch = changed(0, change);
      expect(epoch.stake).toEqual([0, 1, 0, 0]);
      expect(epoch.incentive).toEqual([0, 0, 0.75, 0.25]);
    }
  });

  it('ignores weights set for the previous holder of a uid', () => {
    expect(changed(3, { registeredAt: 1 }).incentive).toEqual([0, 0, 1, 0]);
  });

  it('ignores weights on oneself, except those of the owner', () => {
    const self = { 0: [90, 0, 10] };
    expect(epochOf([1, 0, 0], self).incentive).toEqual([0, 0, 1]);
    expect(epochOf([1, 0, 0], self, zeros(3), DEFAULT_YUMA_POLICY).incentive).toEqual([0.9, 0, 0.1]);
  });
});

describe('every epoch', () => {
  it('incentive and dividends sum to 1 or 0 in every epoch, and so do columns of bonds', () => {
    fc.assert(
      fc.property(subnet, ({ stakes, rows, bonds }) => {
        const epoch = epochOf(stakesOf(stakes), { ...rows }, bonds);
        const incentive = steadySum(epoch.incentive);
        expect(incentive === 0 || Math.abs(incentive - 1) < 1e-12).toBe(true);
        const dividends = steadySum(epoch.dividends);
        if (incentive === 0) expect(dividends).toBe(0);
        else expect(dividends).toBeCloseTo(1, 12);
        for (let uid = 0; uid < SIZE; uid++) {
          const held = steadySum(epoch.bonds.map((each) => each[uid]!));
          expect(held === 0 || Math.abs(held - 1) < 1e-12).toBe(true);
          expect(epoch.trust[uid]).toBeGreaterThanOrEqual(0);
          expect(epoch.trust[uid]).toBeLessThanOrEqual(1 + 1e-12);
        }
      }),
    );
  });

  it('clipping never raises a weight', () => {
    fc.assert(
      fc.property(fc.array(row, { maxLength: 6 }), row, (weights, consensus) => {
        for (const [giver, clipped] of clipToConsensus(weights, consensus).entries()) {
          for (const [getter, weight] of clipped.entries()) {
            expect(weight).toBeLessThanOrEqual(weights[giver]![getter]!);
            expect(weight).toBeLessThanOrEqual(consensus[getter]!);
          }
        }
      }),
    );
  });

  it('a minority cannot raise a neuron above what the majority gives it', () => {
    const parts = fc.record({
      minority: fc.array(row, { minLength: 2, maxLength: 2 }),
      majority: row,
      own: fc.constantFrom(5, 6, 7, 8),
    });
    fc.assert(
      fc.property(parts, ({ minority, majority, own }) => {
        const honest = majority.map((weight, uid) => (uid < VALIDATORS || uid === own ? 0 : weight));
        const rows = { 0: honest, 1: honest, 2: honest, 3: minority[0]!, 4: minority[1]! };
        // 49 % for the minority, the highest integer percentage below kappa.
        const epoch = epochOf([17, 17, 17, 25, 24, 0, 0, 0, 0], rows);
        const total = steadySum(honest);
        for (const [uid, weight] of epoch.consensus.entries()) {
          expect(weight).toBeLessThanOrEqual(total === 0 ? 0 : honest[uid]! / total);
        }
        expect(epoch.incentive[own]).toBe(0);
        expect(epoch.incentive.slice(0, VALIDATORS)).toEqual([0, 0, 0, 0, 0]);
      }),
    );
  });

  it('an epoch gives the same result to the last digit when neurons are reordered', () => {
    const order = fc.shuffledSubarray([...new Array(SIZE).keys()], { minLength: SIZE, maxLength: SIZE });
    fc.assert(
      fc.property(subnet, order, ({ stakes, rows, bonds }, places) => {
        const all = stakesOf(stakes);
        const before = epochOf(all, { ...rows }, bonds);
        const moved = epochOf(
          places.map((uid) => all[uid]!),
          Object.fromEntries(
            places.flatMap((uid, place) => (rows[uid] ? [[place, places.map((getter) => rows[uid]![getter]!)]] : [])),
          ),
          places.map((giver) => places.map((getter) => bonds[giver]![getter]!)),
        );
        const back = (values: readonly number[]): number[] => places.map((uid) => values[uid]!);
        expect(moved.incentive).toEqual(back(before.incentive));
        expect(moved.dividends).toEqual(back(before.dividends));
        expect(moved.consensus).toEqual(back(before.consensus));
        expect(moved.trust).toEqual(back(before.trust));
      }),
    );
  });

  it('an epoch does not depend on the scale of stakes or of a row', () => {
    fc.assert(
      fc.property(subnet, fc.integer({ min: 2, max: 9 }), ({ stakes, rows, bonds }, factor) => {
        const small = rows.map((values) => values.map((value) => value % 7000));
        const before = epochOf(stakesOf(stakes), { ...small }, bonds);
        const grown = epochOf(
          stakesOf(stakes.map((stake) => stake * BigInt(factor))),
          { ...small.map((values, uid) => (uid % 2 === 0 ? values.map((value) => value * factor) : values)) },
          bonds,
        );
        for (let uid = 0; uid < SIZE; uid++) {
          expect(grown.incentive[uid]).toBeCloseTo(before.incentive[uid]!, 9);
          expect(grown.dividends[uid]).toBeCloseTo(before.dividends[uid]!, 9);
        }
      }),
    );
  });
});

describe('consensus policy', () => {
  it('the consensus policy has defaults, and rejects invalid values with an explanation', () => {
    expect(yumaPolicySchema.parse({})).toEqual({ kappa: 0.5, bondsPenalty: 1, bondsAlpha: 0.1, ownerUid: 0 });
    expect(() => yumaPolicySchema.parse({ kappa: 0 })).toThrow('is not above 0');
    expect(() => yumaPolicySchema.parse({ kapa: 0.5 })).toThrow('kapa');
  });
});
