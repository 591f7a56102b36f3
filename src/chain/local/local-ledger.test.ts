import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { LedgerEvent } from './ledger-event.ts';
import { DEFAULT_LEDGER_POLICY, type LedgerPolicy } from './ledger-policy.ts';
import { applyLedgerEvent, balanceOf, EMPTY_LEDGER, type LocalLedger, metagraphOf } from './local-ledger.ts';

const POLICY = DEFAULT_LEDGER_POLICY;

function fold(events: readonly LedgerEvent[], policy: LedgerPolicy = POLICY, from = EMPTY_LEDGER): LocalLedger {
  return events.reduce((ledger, event) => applyLedgerEvent(ledger, event, policy), from);
}

function joined(uid: number, stake: number, block = 0, hotkey = `hotkey-${uid}`): LedgerEvent {
  return { kind: 'neuron-registered', block, uid, hotkey, stake: BigInt(stake) };
}

function weighed(uid: number, values: readonly number[], block = 1): LedgerEvent {
  return { kind: 'weights-set', block, hotkey: `hotkey-${uid}`, uids: values.map((_, getter) => getter), values };
}

/** The owner, two validators, two contestants. */
const SUBNET = [joined(0, 0), joined(1, 600), joined(2, 400), joined(3, 0), joined(4, 0)];
const ONE_TAO = 1_000_000_000n;

describe('the local ledger', () => {
  it('pays the champion its share, burns the rest and pays validators by their bonds', () => {
    const vector = [20_695, 0, 0, 65_535, 0];
    const ledger = fold([
      ...SUBNET,
      weighed(1, vector),
      weighed(2, vector),
      { kind: 'epoch-ended', block: 360, emission: ONE_TAO },
    ]);
    expect(Number(ledger.earned.get('hotkey-3')) / 1e9).toBeCloseTo(0.38, 5);
    expect(Number(ledger.burned) / 1e9).toBeCloseTo(0.12, 5);
    expect(ledger.earned.get('hotkey-1')).toBe(300_000_000n);
    expect(ledger.earned.get('hotkey-2')).toBe(200_000_000n);
    const paid = [...ledger.earned.values()].reduce((sum, amount) => sum + amount, ledger.burned);
    expect(paid).toBe(ONE_TAO);
  });

  it('pays validators by active stake while no weights are set', () => {
    const ledger = fold([...SUBNET, { kind: 'epoch-ended', block: 360, emission: 1000n }]);
    expect(ledger.earned).toEqual(
      new Map([
        ['hotkey-1', 600n],
        ['hotkey-2', 400n],
      ]),
    );
    expect(fold([joined(0, 0), { kind: 'epoch-ended', block: 1, emission: 7n }]).burned).toBe(7n);
  });

  it('grants validator permits to the largest stakes, lower uids first', () => {
    const policy = { ...POLICY, maxValidators: 2 };
    const ledger = fold([joined(0, 5), joined(1, 9), joined(2, 5), joined(3, 0)], policy);
    expect(metagraphOf(ledger, policy).neurons.map(({ validatorPermit }) => validatorPermit)).toEqual([
      true,
      true,
      false,
      false,
    ]);
    expect(() => applyLedgerEvent(ledger, weighed(2, [1]), policy)).toThrow('no validator permit');
    const more = applyLedgerEvent(ledger, { kind: 'stake-changed', block: 1, hotkey: 'hotkey-2', stake: 6n }, policy);
    expect(metagraphOf(more, policy).neurons.map(({ validatorPermit }) => validatorPermit)).toEqual([
      false,
      true,
      true,
      false,
    ]);
  });

  it('a validator without weights becomes inactive after the cutoff', () => {
    const ledger = fold([
      ...SUBNET,
      weighed(1, [0, 0, 0, 1, 0], 10),
      { kind: 'epoch-ended', block: 5_010, emission: 0n },
    ]);
    const active = (at: LocalLedger): boolean[] => metagraphOf(at, POLICY).neurons.map((neuron) => neuron.active);
    expect(active(ledger)).toEqual([false, true, false, false, false]);
    expect(active({ ...ledger, block: 5_011 })[1]).toBe(false);
  });

  it('forgets the weights of a neuron that was replaced', () => {
    const before = fold([
      ...SUBNET,
      weighed(1, [0, 0, 0, 1, 1]),
      weighed(2, [0, 0, 0, 1, 1]),
      { kind: 'epoch-ended', block: 2, emission: 10n },
    ]);
    const after = fold([joined(3, 0, 3, 'newcomer'), { kind: 'epoch-ended', block: 4, emission: 10n }], POLICY, before);
    expect(after.latestEpoch!.incentive).toEqual([0, 0, 0, 0, 1]);
    expect(after.bonds.map((row) => row[3])).toEqual([0, 0, 0, 0, 0]);
    expect(after.earned.get('newcomer')).toBeUndefined();
    expect(before.bonds[1]![3]).toBeCloseTo(0.6, 12);
  });

  it.each<[string, LedgerEvent]>([
    ['block 0 is before block 5', joined(5, 0)],
    ['neither taken nor the next free one', joined(7, 0, 5)],
    ['neither taken nor the next free one', joined(-1, 0, 5)],
    ['registered already', joined(5, 0, 5, 'hotkey-1')],
    ['below zero', joined(5, -1, 5)],
    ['less than the price', { kind: 'neuron-registered', block: 5, uid: 5, hotkey: 'poor', stake: 0n, price: 1n }],
    ['below zero', { kind: 'neuron-registered', block: 5, uid: 5, hotkey: 'odd', stake: 0n, price: -1n }],
    ['not above zero', { kind: 'balance-granted', block: 5, hotkey: 'hotkey-1', amount: 0n }],
    ['is not registered', { kind: 'stake-changed', block: 5, hotkey: 'stranger', stake: 1n }],
    ['below zero', { kind: 'stake-changed', block: 5, hotkey: 'hotkey-1', stake: -1n }],
    ['is not registered', { kind: 'weights-set', block: 5, hotkey: 'stranger', uids: [0], values: [1] }],
    ['no validator permit', weighed(3, [1], 5)],
    ['all zero', weighed(1, [0, 0], 5)],
    ['below zero', { kind: 'epoch-ended', block: 5, emission: -1n }],
  ])('the local ledger rejects an invalid event: %s', (message, event) => {
    const ledger = fold([...SUBNET, weighed(1, [1], 5)]);
    expect(() => applyLedgerEvent(ledger, event, POLICY)).toThrow(message);
  });

  it('the local ledger loses no rao with any weights', () => {
    const row = fc
      .array(fc.integer({ min: 0, max: 65_535 }), { minLength: 5, maxLength: 5 })
      .filter((values) => values.some((value) => value > 0));
    const round = fc.record({ one: row, two: row, emission: fc.bigInt({ min: 0n, max: 10n ** 12n }) });
    fc.assert(
      fc.property(fc.array(round, { maxLength: 5 }), (rounds) => {
        const events = rounds.flatMap(({ one, two, emission }, index): LedgerEvent[] => [
          weighed(1, one, index * 10 + 1),
          weighed(2, two, index * 10 + 1),
          { kind: 'epoch-ended', block: index * 10 + 5, emission },
        ]);
        const ledger = fold([...SUBNET, ...events]);
        const paid = [...ledger.earned.values()].reduce((sum, amount) => sum + amount, ledger.burned);
        expect(paid).toBe(rounds.reduce((sum, { emission }) => sum + emission, 0n));
      }),
    );
  });

  it('the books balance with any registrations and payments', () => {
    const amount = fc.bigInt({ min: 1n, max: 10n ** 12n });
    const step = fc.record({ granted: amount, share: fc.integer({ min: 0, max: 100 }), emission: amount });
    fc.assert(
      fc.property(fc.array(step, { maxLength: 8 }), (steps) => {
        const events = steps.flatMap(({ granted, share, emission }, index): LedgerEvent[] => {
          const [block, hotkey] = [index * 10 + 1, `newcomer-${index}`];
          const price = (granted * BigInt(share)) / 100n;
          return [
            { kind: 'balance-granted', block, hotkey, amount: granted },
            { kind: 'neuron-registered', block, uid: 3 + (index % 3), hotkey, stake: 0n, price },
            weighed(1, [1, 0, 0, 5, 3], block),
            { kind: 'epoch-ended', block: block + 5, emission },
          ];
        });
        const ledger = fold([...SUBNET, ...events]);
        const sum = (amounts: Iterable<bigint>): bigint => [...amounts].reduce((total, each) => total + each, 0n);
        const hotkeys = new Set([...ledger.granted.keys(), ...ledger.earned.keys()]);
        const balances = [...hotkeys].map((hotkey) => balanceOf(ledger, hotkey));
        expect(balances.every((balance) => balance >= 0n)).toBe(true);
        expect(sum(balances) + sum(ledger.fees.values()) + ledger.burned).toBe(
          sum(steps.map(({ granted }) => granted)) + sum(steps.map(({ emission }) => emission)),
        );
      }),
    );
  });
});
