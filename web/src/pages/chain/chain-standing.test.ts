import { describe, expect, it } from 'vitest';
import type { ChainLedger } from '../../api/chain-queries.ts';
import { agreementText, neuronStandings, partsOf, partsText, totalsOf, validatorStandings } from './chain-standing.ts';
import { shareOf, taoText } from './tao-text.ts';
import { weightShares } from './weight-shares.ts';

function neuron(uid: number, hotkey: string, stake = '0', active = true) {
  return { uid, hotkey, stake, validator_permit: stake !== '0', active, registered_at: 0, last_update: 90 };
}

/** The worked example of the emission document: stakes 2, 2 and 1, where the third validator sets other weights. */
const LEDGER: ChainLedger = {
  kind: 'local',
  netuid: 15,
  block: 100,
  epochs: 1,
  neurons: [
    neuron(0, 'burn'),
    neuron(1, 'one', '2'),
    neuron(2, 'two', '2'),
    neuron(3, 'three', '1'),
    neuron(4, 'a'),
    neuron(5, 'b'),
  ],
  balances: { one: '5', two: '5', three: '1', a: '6', b: '5', gone: '3' },
  burned: '15',
  weights: [
    { uid: 3, uids: [5], values: [65_535] },
    { uid: 1, uids: [4, 5], values: [3, 2] },
    { uid: 2, uids: [4, 5], values: [0, 0] },
  ],
  latest_epoch: {
    block: 96,
    hotkeys: ['burn', 'one', 'two', 'three', 'a', 'b'],
    incentive: [0, 0, 0, 0, 6 / 11, 5 / 11],
    dividends: [0, 5 / 11, 5 / 11, 1 / 11, 0, 0],
    consensus: [0, 0, 0, 0, 0.6, 0.4],
    validator_trust: [0, 1, 1, 0.4, 0, 0],
  },
};

describe('the chain', () => {
  it('ranks validators by stake and says how far each agrees', () => {
    const standings = validatorStandings(LEDGER, []);
    expect(standings.map(({ hotkey, stakeShare, agreement }) => [hotkey, stakeShare, agreement])).toEqual([
      ['one', 0.4, 1],
      ['two', 0.4, 1],
      ['three', 0.2, 0.4],
    ]);
    expect(standings[0]!.blocksAgo).toBe(10);
    expect(agreementText(standings)).toBe('2 of 3 validators, with 80.0 % of the stake, agree with the majority.');
  });

  it('reports no agreement for silent or new validators', () => {
    const silent = { ...LEDGER, neurons: LEDGER.neurons.with(3, neuron(3, 'three', '1', false)) };
    expect(agreementText(validatorStandings(silent, []))).toBe('All 2 validators agree.');
    const newcomer = { ...LEDGER, neurons: LEDGER.neurons.with(3, neuron(3, 'new', '1')) };
    expect(validatorStandings(newcomer, [])[2]!.agreement).toBeNull();
    expect(agreementText(validatorStandings({ ...LEDGER, latest_epoch: null }, []))).toMatch(/No epoch/);
  });

  it('shows where the emission went, to the last rao', () => {
    expect(neuronStandings(LEDGER).map(({ hotkey }) => hotkey)).toEqual(['a', 'b', 'one', 'two', 'three', 'burn']);
  });

  it('names where the emission went in one order, with shares of all of it', () => {
    const totals = totalsOf({ to_contestants: '14', to_validators: '11', burned: '15' });
    expect(totals).toEqual({ toContestants: 14n, toValidators: 11n, burned: 15n, all: 40n });
    expect(partsText(partsOf(totals))).toBe('contestants 35.0 %, validators 27.5 %, burned 37.5 %');
  });

  it('converts weights to shares, and a vector of zeros to none', () => {
    const { columns, rows } = weightShares(LEDGER);
    expect(columns).toEqual([4, 5]);
    expect(rows.map(({ uid, shares }) => [uid, Object.fromEntries(shares)])).toEqual([
      [1, { 4: 0.6, 5: 0.4 }],
      [2, {}],
      [3, { 5: 1 }],
    ]);
    expect(weightShares({ ...LEDGER, weights: [] }).columns).toEqual([]);
  });

  it('the chain page writes rao as TAO', () => {
    expect(taoText(0n)).toBe('0');
    expect(taoText(2_555_555_555_530n)).toBe('2,555.556');
    expect(taoText(120_000_000_000_000n)).toBe('120,000');
    expect(taoText(499_999n)).toBe('0');
    expect(taoText(1_500_000_000n)).toBe('1.5');
    expect(shareOf(1n, 0n)).toBe(0);
    expect(shareOf(1n, 3n)).toBeCloseTo(1 / 3);
  });
});
