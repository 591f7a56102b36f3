import { describe, expect, it } from 'vitest';
import { LivePolicy } from '../../arena/policy/live-policy.ts';
import { parseArenaConfig, policyFlaw } from './arena-config.ts';

const PROVIDER = { baseUrl: 'https://example.org/v1', probePath: '/models' };

describe('contradictions in arena.json', () => {
  it.each([
    [
      'a heartbeat that is no shorter than the lease',
      { policy: { queue: { leaseSeconds: 20, heartbeatSeconds: 20 } } },
      /heartbeat/,
    ],
    [
      'a reduced cooldown above the cooldown',
      { policy: { submissions: { cooldownSeconds: 60, reducedCooldownSeconds: 61 } } },
      /reducedCooldownSeconds|more than an accepted/,
    ],
    [
      'scores by agency without probes',
      { policy: { agency: { score: 'reward-agency', probesPerRun: 0 } } },
      /probesPerRun/,
    ],
    [
      'more validators for a score than the chain permits',
      { chain: { kind: 'local', maxValidators: 2 }, policy: { queue: { raceRequiredSuccesses: 1 } } },
      /queue\.requiredSuccesses is 3, but the chain permits 2 validators/,
    ],
    [
      'more validators for a race than the chain permits',
      { chain: { kind: 'local', maxValidators: 2 }, policy: { queue: { requiredSuccesses: 2 } } },
      /queue\.raceRequiredSuccesses is 3/,
    ],
    [
      'more validators for a score than the chain has places',
      { chain: { kind: 'local', maxNeurons: 2 } },
      /the chain permits 2 validators/,
    ],
    [
      'a burn uid that no hotkey can have',
      { chain: { kind: 'local', maxValidators: 4, maxNeurons: 8 }, policy: { emission: { burnUid: 8 } } },
      /end at 7/,
    ],
    [
      'a first price outside the range',
      { chain: { kind: 'local', registrationPrice: { startTao: 0.1, maxTao: 0.01 } } },
      /startTao/,
    ],
    [
      'a required provider where there is none',
      { simulated: true, policy: { submissions: { requireProvider: true } } },
      /no provider to connect/,
    ],
    [
      'a required provider with the local preset',
      { preset: 'local', policy: { submissions: { requireProvider: true } } },
      /no provider/,
    ],
    ['more streams per address than in all', { streams: { most: 5, perAddress: 6 } }, /perAddress/],
  ])('an arena is refused whose settings have %s', (_, config, message) => {
    expect(() => parseArenaConfig(config)).toThrow(message);
  });

  it.each([
    ['a short lease', { policy: { queue: { leaseSeconds: 6 } } }, { policy: { queue: { heartbeatSeconds: 2 } } }],
    [
      'a short cooldown',
      { policy: { submissions: { cooldownSeconds: 60 } } },
      { policy: { submissions: { reducedCooldownSeconds: 60 } } },
    ],
    [
      'a low price',
      { chain: { kind: 'local', registrationPrice: { maxTao: 0.05 } } },
      { chain: { registrationPrice: { startTao: 0.05 } } },
    ],
    ['fewer places than permits', { chain: { kind: 'local', maxNeurons: 8 } }, { chain: { maxValidators: 64 } }],
    ['few streams', { streams: { most: 5 } }, { streams: { perAddress: 5 } }],
  ])('an arena derives what is not given from %s', (_, config, expected) => {
    expect(parseArenaConfig(config)).toMatchObject(expected);
  });

  it('accepts settings that agree', () => {
    const config = {
      providers: { own: PROVIDER },
      chain: { kind: 'local', maxValidators: 3, maxNeurons: 8 },
      policy: { submissions: { requireProvider: true }, emission: { burnUid: 7 }, agency: { probesPerRun: 0 } },
    };
    expect(() => parseArenaConfig(config)).not.toThrow();
    const elsewhere = { kind: 'subtensor', netuid: 7, endpoints: ['wss://example.org'] };
    expect(() => parseArenaConfig({ chain: elsewhere, policy: { emission: { burnUid: 999 } } })).not.toThrow();
  });

  it('refuses a change of the policy that contradicts the chain', () => {
    const config = parseArenaConfig({ chain: { kind: 'local', maxValidators: 3 } });
    const live = new LivePolicy(config.policy, (policy) => policyFlaw(config, policy));
    expect(() => live.with({ 'queue.requiredSuccesses': 4 })).toThrow(/chain permits 3 validators/);
    expect(live.with({ 'queue.requiredSuccesses': 2 }).queue.requiredSuccesses).toBe(2);
  });

  it('accepts changes that are valid only together', () => {
    const live = new LivePolicy(parseArenaConfig({}).policy);
    const both = { 'queue.leaseSeconds': 1_000, 'queue.heartbeatSeconds': 700 };
    expect(() => live.with({ 'queue.heartbeatSeconds': 700 })).toThrow(/heartbeat/);
    expect(live.with(both).queue).toMatchObject({ leaseSeconds: 1_000, heartbeatSeconds: 700 });
  });

  it('derives again what a change did not set', () => {
    const live = new LivePolicy(parseArenaConfig({}).policy);
    expect(live.with({ 'queue.leaseSeconds': 6 }).queue.heartbeatSeconds).toBe(2);
    expect(live.with({ 'submissions.cooldownSeconds': 600 }).submissions.reducedCooldownSeconds).toBe(600);
    const given = new LivePolicy(parseArenaConfig({ policy: { queue: { heartbeatSeconds: 10 } } }).policy);
    expect(() => given.with({ 'queue.leaseSeconds': 6 })).toThrow(/heartbeat/);
  });
});
