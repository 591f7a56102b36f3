import { describe, expect, it } from 'vitest';
import { hotkeyFromSeed } from '../hotkey.ts';
import { seedFromEntropy } from './seed-from-entropy.ts';

describe('the seed of a phrase', () => {
  it('derives the seed that other wallets derive from a phrase', () => {
    const vectors: [entropy: string, seed: string][] = [
      ['00'.repeat(16), '44e9d125f037ac1d51f0a7d3649689d422c2af8b1ec8e00d71db4d7bf6d127e3'],
      ['7f'.repeat(16), '4313249608fe8ac10fd5886c92c4579007272cb77c21551ee5b8d60b78041685'],
      ['80'.repeat(16), '27f3eb595928c60d5bc91a4d747da40ed236328183046892ed6cd5aa9ae38122'],
      ['ff'.repeat(32), '047e89ef7739cbfe30da0ad32eb1720d8f62441dd4f139b981b8e2d0bd412ed4'],
    ];
    for (const [entropy, seed] of vectors) {
      expect(Buffer.from(seedFromEntropy(Buffer.from(entropy, 'hex'), 'Substrate')).toString('hex')).toBe(seed);
    }
  });

  it('derives the well-known development account from its phrase', () => {
    // Entropy of "bottom drive obey lake curtain smoke basket hold race lonely fit walk".
    const seed = seedFromEntropy(Buffer.from('1a486a5fbe53639984cb64b070755f7b', 'hex'));
    expect(hotkeyFromSeed(seed).address).toBe('5DfhGyQdFobKM8NsWvEeAKk5EQQgYe9AydgJ7rMB6E1EqRzV');
  });

  it('rejects entropy of the wrong length', () => {
    for (const length of [0, 15, 17, 33]) expect(() => seedFromEntropy(new Uint8Array(length))).toThrow(RangeError);
  });
});
