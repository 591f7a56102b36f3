import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { hotkeyFromSeed, verifySignature } from './hotkey.ts';

const ALICE_SEED = Buffer.from('e5be9a5092b81bca64be81d212e7f2f9eba183bb7a90954f7b76361f6edb5c0a', 'hex');
const ALICE_PUBLIC = 'd43593c715fdd31c61141abd04a99fd6822c8558854ccde39a5684e7a56da27d';

const alice = hotkeyFromSeed(ALICE_SEED);
const message = new TextEncoder().encode('one attempt');

describe('a hotkey', () => {
  it('derives the well-known hotkey from the well-known seed', () => {
    expect(Buffer.from(alice.publicKey).toString('hex')).toBe(ALICE_PUBLIC);
    expect(alice.address).toBe('5GrwvaEF5zXb26Fz9rcQpDWS57CtERHpNehXCPcNoHGKutQY');
  });

  it('a hotkey’s signature verifies with another implementation', () => {
    const signature = alice.sign(message);
    expect(signature).toHaveLength(64);
    expect(verifySignature(message, signature, alice.publicKey)).toBe(true);
    expect(verifySignature(message, alice.sign(message), alice.publicKey)).toBe(true);
  });

  it('verifies what a browser wallet signed', () => {
    // A published vector of polkadot-js, made by the Rust implementation.
    const signature = Buffer.from(
      '48ce2c90e08651adfc8ecef84e916f6d1bb51ebebd16150ee12df247841a5437951ea0f9d632ca165e6ab391532e75e701be6a1caa88c8a6bcca3511f55b4183',
      'hex',
    );
    const wrapped = new TextEncoder().encode('<Bytes>message to sign</Bytes>');
    const signer = Buffer.from('f84d048da2ddae2d9d8fd6763f469566e8817a26114f39408de15547f6d47805', 'hex');
    expect(verifySignature(wrapped, signature, signer)).toBe(true);
  });

  it('a signature does not verify when one bit differs', () => {
    const signature = alice.sign(message);
    const flipped = (bytes: Uint8Array, bit: number): Uint8Array => {
      const copy = Uint8Array.from(bytes);
      copy[bit >> 3]! ^= 1 << (bit & 7);
      return copy;
    };
    fc.assert(
      fc.property(fc.nat(64 * 8 - 1), fc.nat(32 * 8 - 1), fc.nat(message.length * 8 - 1), (first, second, third) => {
        expect(verifySignature(message, flipped(signature, first), alice.publicKey)).toBe(false);
        expect(verifySignature(message, signature, flipped(alice.publicKey, second))).toBe(false);
        expect(verifySignature(flipped(message, third), signature, alice.publicKey)).toBe(false);
      }),
      { numRuns: 20 },
    );
  });

  it('returns false for a malformed signature', () => {
    expect(verifySignature(message, new Uint8Array(64), alice.publicKey)).toBe(false);
    expect(verifySignature(message, new Uint8Array(3), alice.publicKey)).toBe(false);
    expect(verifySignature(message, alice.sign(message), new Uint8Array(32))).toBe(false);
    expect(verifySignature(message, alice.sign(message), new Uint8Array(5))).toBe(false);
  });
});
