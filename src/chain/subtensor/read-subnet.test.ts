import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { recordedRuntime } from '../testing/recorded/recorded-node.ts';
import { parseSubnet } from './read-subnet.ts';

const runtime = recordedRuntime();
const sample = Buffer.from(
  readFileSync(new URL('../testing/recorded/metagraph-sample.hex', import.meta.url), 'utf8')
    .trim()
    .slice(2),
  'hex',
);

describe('subnet in the chain’s codec', () => {
  it('reads a subnet field by field, stakes above 2^53 included', () => {
    const common = { stake: 41_000_000_000_001n, validatorPermit: true, active: true };
    expect(parseSubnet(sample, runtime, 15)).toEqual({
      commitReveal: false,
      metagraph: {
        block: 6_543_210,
        neurons: [
          {
            ...common,
            uid: 0,
            hotkey: '5GrwvaEF5zXb26Fz9rcQpDWS57CtERHpNehXCPcNoHGKutQY',
            registeredAt: 4_000_000,
            lastUpdate: 6_543_000,
          },
          {
            ...common,
            uid: 1,
            hotkey: '5FHneW46xGXgs5mUiveU4sbTyGBzmstUspZC92UhjJM694ty',
            stake: 2n ** 63n + 12_345n,
            active: false,
            registeredAt: 1,
            lastUpdate: 6_000_000,
          },
          {
            ...common,
            uid: 2,
            hotkey: '5FLSigC9HGRKVhB9FiEo4Y3koPsNmBmLJbpXg2mp1hXcS59Y',
            stake: 0n,
            validatorPermit: false,
            registeredAt: 6_500_000,
            lastUpdate: 5_999_999,
          },
        ],
      },
    });
  });

  it('rejects another subnet and a truncated subnet', () => {
    expect(() => parseSubnet(sample, runtime, 14)).toThrow(/in an unknown form/);
    expect(() => parseSubnet(sample.subarray(0, 300), runtime, 15)).toThrow(/not supported/);
    expect(() => parseSubnet(Uint8Array.of(0), runtime, 15)).toThrow('The chain has no subnet 15.');
  });
});
