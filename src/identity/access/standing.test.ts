import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { authorize } from './authorize.ts';
import type { Metagraph, Neuron } from './metagraph.ts';
import { DEFAULT_STANDING_RULES, roleOf, standingOf } from './standing.ts';

const NOW = 1_760_000_000;

function metagraph(neurons: Readonly<Record<string, Neuron>>, syncedAt: number | undefined = NOW): Metagraph {
  const find = (hotkey: string) => (Object.hasOwn(neurons, hotkey) ? neurons[hotkey] : undefined);
  return { syncedAt, find, refreshIfDue: async () => {} };
}

const SUBNET = {
  whale: { validatorPermit: true, stakeWeight: 40_000 },
  shrimp: { validatorPermit: true, stakeWeight: 39_999.99 },
  rich: { validatorPermit: false, stakeWeight: 1e9 },
  odd: { validatorPermit: true, stakeWeight: Number.NaN },
};

describe('the role of a hotkey', () => {
  const role = (hotkey: string, admins: string[] = []) =>
    roleOf(standingOf(hotkey, metagraph(SUBNET), { ...DEFAULT_STANDING_RULES, admins: new Set(admins) }, NOW));

  it('a hotkey is a validator with a permit and a stake of 40,000, otherwise a miner if registered', () => {
    expect(role('whale')).toBe('validator');
    for (const hotkey of ['shrimp', 'rich', 'odd']) expect(role(hotkey)).toBe('miner');
    for (const hotkey of ['stranger', '', 'toString']) expect(role(hotkey)).toBeUndefined();
  });

  it('a hotkey that the arena names is an admin, registered or not', () => {
    expect(role('root', ['root'])).toBe('admin');
    expect(role('whale', ['whale'])).toBe('admin');
  });

  it('more stake or a permit never lowers a role', () => {
    const ranks = [undefined, 'miner', 'validator'];
    const stake = fc.double({ min: 0, max: 1e6, noNaN: true });
    fc.assert(
      fc.property(stake, stake, fc.boolean(), (one, two, validatorPermit) => {
        const rank = (neuron: Neuron) =>
          ranks.indexOf(roleOf(standingOf('x', metagraph({ x: neuron }), DEFAULT_STANDING_RULES, NOW)));
        const [less, more] = [Math.min(one, two), Math.max(one, two)];
        expect(rank({ validatorPermit, stakeWeight: more })).toBeGreaterThanOrEqual(
          rank({ validatorPermit, stakeWeight: less }),
        );
        expect(rank({ validatorPermit: true, stakeWeight: one })).toBeGreaterThanOrEqual(
          rank({ validatorPermit: false, stakeWeight: one }),
        );
      }),
    );
  });
});

describe('permissions of a hotkey', () => {
  const rules = { ...DEFAULT_STANDING_RULES, admins: new Set(['root']) };
  const refusal = (hotkey: string, need: Parameters<typeof authorize>[1], banned = false, graph = metagraph(SUBNET)) =>
    authorize(standingOf(hotkey, graph, rules, NOW), need, banned)?.code;

  it('permissions follow from the role', () => {
    expect(refusal('whale', 'validator')).toBeUndefined();
    expect(refusal('whale', 'registered')).toBeUndefined();
    expect(refusal('whale', 'admin')).toBe('NOT_ADMIN');
    expect(refusal('shrimp', 'validator')).toBe('NOT_REGISTERED_AS_VALIDATOR');
    expect(refusal('shrimp', 'registered')).toBeUndefined();
    expect(refusal('stranger', 'registered')).toBe('NOT_REGISTERED');
    expect(refusal('stranger', 'anyone')).toBeUndefined();
    expect(refusal('root', 'admin')).toBeUndefined();
    expect(refusal('root', 'validator')).toBe('NOT_REGISTERED_AS_VALIDATOR');
  });

  it('a ban ends all permissions, and is revealed only to hotkeys that would be admitted', () => {
    expect(refusal('whale', 'validator', true)).toBe('BANNED');
    expect(refusal('shrimp', 'validator', true)).toBe('NOT_REGISTERED_AS_VALIDATOR');
    expect(authorize(standingOf('whale', metagraph(SUBNET), rules, NOW), 'registered', true)).toMatchObject({
      status: 403,
      message: expect.stringContaining('banned'),
    });
  });

  it('while the metagraph is stale only admins have permissions', () => {
    for (const syncedAt of [undefined, NOW - 1201, NOW + 3 * 86_400, Number.NaN]) {
      const stale = { ...metagraph(SUBNET), syncedAt };
      expect(refusal('whale', 'validator', false, stale)).toBe('METAGRAPH_STALE');
      expect(refusal('whale', 'registered', false, stale)).toBe('METAGRAPH_STALE');
      expect(roleOf(standingOf('whale', stale, rules, NOW))).toBeUndefined();
      expect(refusal('root', 'admin', false, stale)).toBeUndefined();
    }
    expect(refusal('whale', 'validator', false, metagraph(SUBNET, NOW - 1200))).toBeUndefined();
  });
});
