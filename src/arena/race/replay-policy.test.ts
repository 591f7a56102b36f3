import { describe, expect, it } from 'vitest';
import { parseReplayPolicy } from './replay-policy.ts';

const NOTHING = { agency: undefined, rewardAgency: undefined, emission: {}, qualifyingShare: undefined };

describe('replay policies', () => {
  it.each([
    ['agency', { agency: { exponent: 1 } }],
    ['agency:2', { agency: { exponent: 2 } }],
    ['agency:0.5', { agency: { exponent: 0.5 } }],
    ['agency:exponent=10', { agency: { exponent: 10 } }],
    ['reward-agency', { rewardAgency: { floor: undefined } }],
    ['reward-agency:0.5', { rewardAgency: { floor: 0.5 } }],
    ['reward-agency:floor=0+emission:compounding', { rewardAgency: { floor: 0 }, emission: { shape: 'compounding' } }],
    ['emission:compounding', { emission: { shape: 'compounding' } }],
    ['emission:linear,lossPerDay=0.1,floor=0', { emission: { shape: 'linear', lossPerDay: 0.1, floor: 0 } }],
    ['emission:weights=top-half', { emission: { weights: 'top-half' } }],
    ['margin:0.02', { emission: { margin: 0.02 } }],
    ['margin:0,marginHalfLifeDays=7', { emission: { margin: 0, marginHalfLifeDays: 7 } }],
    ['threshold:0.9', { qualifyingShare: 0.9 }],
    [
      'agency:2+margin:0.02+emission:compounding+threshold:1',
      { agency: { exponent: 2 }, emission: { margin: 0.02, shape: 'compounding' }, qualifyingShare: 1 },
    ],
  ])('reads a replay policy from %s', (text, settings) => {
    expect(parseReplayPolicy(text)).toEqual({ ...NOTHING, name: text, ...settings });
  });

  it.each([
    ...['', 'score', 'agencyx', '+', 'agency+', 'constructor:1'],
    ...['agency:', 'agency:0', 'agency:11', 'agency:-1', 'agency:x', 'agency:1,2', 'agency+agency:2'],
    ...['reward-agency:2', 'reward-agency:x', 'agency+reward-agency', 'reward', 'reward-agency:0.1,probesPerRun=1'],
    ...['emission', 'emission:', 'emission:steep', 'emission:compounding,floor=2', 'emission:linear,shape=linear'],
    ...['emission:linear,margin=0.1', 'emission:linear,burnUid=3', 'emission:compounding,floor'],
    ...['margin', 'margin:x', 'margin:2', 'margin:0.1,marginHalfLifeDays=0', 'threshold:1.1', 'threshold'],
  ])('rejects %j as a replay policy', (text) => {
    expect(() => parseReplayPolicy(text)).toThrow(expect.objectContaining({ code: 'USAGE' }));
  });
});
