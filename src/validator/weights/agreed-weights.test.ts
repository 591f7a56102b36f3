import { describe, expect, it } from 'vitest';
import { DEFAULT_EMISSION_POLICY } from '../../arena/emission/emission-policy.ts';
import type { WeightSalt } from '../arena/arena-api.ts';
import { agreedWeights } from './agreed-weights.ts';

const neurons = ['owner', 'miner', 'validator'].map((hotkey, uid) => ({
  uid,
  hotkey,
  stake: 0n,
  validatorPermit: false,
  active: true,
  registeredAt: 0,
  lastUpdate: 0,
}));

function salt(rest: Partial<WeightSalt>): WeightSalt {
  return {
    active: false,
    eligible: true,
    epoch_index: 3,
    weight_overlay: {},
    epoch_standings: { top_hotkey: 'miner', t_burn: 1 - 0.76, finishers: [] },
    emission_policy: DEFAULT_EMISSION_POLICY,
    pinned_at: null,
    weights: { block: 7, uids: [0, 1, 2], values: [20_695, 65_535, 0] },
    ...rest,
  };
}

const agree = (given: Partial<WeightSalt>, block = 7) =>
  agreedWeights(salt(given), { block, neurons }, DEFAULT_EMISSION_POLICY);

describe('weights', () => {
  it('computes the same weights as the arena', () => {
    expect(agree({})).toEqual({ agreed: true, weights: { uids: [0, 1, 2], values: [20_695, 65_535, 0] } });
    // At another block the subnet is the same as long as no neuron has registered or left.
    expect(agree({}, 8)).toMatchObject({ agreed: true });
  });

  it('does not send weights that differ from the arena’s, and names the difference', () => {
    expect(agree({ weights: { block: 7, uids: [0, 1, 2], values: [0, 65_535, 0] } })).toEqual({
      agreed: false,
      sameBlock: true,
      reason: "uid 0 gets 20695 by our count and 0 by the arena's",
    });
    expect(agree({ weights: { block: 6, uids: [0, 1], values: [20_695, 65_535] } })).toMatchObject({
      agreed: false,
      sameBlock: false,
      reason: expect.stringContaining('3 neurons'),
    });
    expect(agree({ weights: null })).toMatchObject({ agreed: false });
    expect(agree({ epoch_standings: null })).toMatchObject({ agreed: false, reason: 'no epoch is fixed yet' });
  });
});
