import fc from 'fast-check';
import { beforeAll, describe, expect, it } from 'vitest';
import { loadFastSignatures } from './fast-signatures.ts';
import { type VerifySignature, verifySignature } from './hotkey.ts';
import { sampleHotkey } from './testing/sample-hotkeys.ts';

const GROUP_ORDER = 2n ** 252n + 27_742_317_777_372_353_535_851_937_790_883_648_493n;
/** Bit in the last byte that marks an sr25519 signature. */
const MARK = 0x80;

describe('signatures in WebAssembly', () => {
  let verify: VerifySignature;
  const key = sampleHotkey('fast');
  const message = Buffer.from('some words');
  const signature = key.sign(message);
  beforeAll(async () => {
    verify = await loadFastSignatures();
  });

  function expectBoth(good: boolean, bytes = signature, publicKey = key.publicKey, words: Uint8Array = message): void {
    const answers = [verify(words, bytes, publicKey), verifySignature(words, bytes, publicKey)];
    expect(answers).toEqual([good, good]);
  }

  it('the WebAssembly verifier is another implementation than the JavaScript one', () => {
    expect(verify).not.toBe(verifySignature);
  });

  it('WebAssembly signatures verify only for the exact bytes, key and signature', () => {
    expectBoth(true);
    expectBoth(true, key.sign(Buffer.alloc(0)), key.publicKey, Buffer.alloc(0));
    expectBoth(false, signature, sampleHotkey('other').publicKey);
    const bit = fc.nat(7).map((place) => 1 << place);
    const flipped = (bytes: Uint8Array, at: number, mask: number) =>
      Uint8Array.from(bytes, (byte, index) => (index === at % bytes.length ? byte ^ mask : byte));
    fc.assert(
      fc.property(fc.nat(), bit, fc.constantFrom('message', 'signature', 'key'), (at, mask, where) => {
        if (where === 'message') expectBoth(false, signature, key.publicKey, flipped(message, at, mask));
        if (where === 'signature') expectBoth(false, flipped(signature, at, mask));
        if (where === 'key') expectBoth(false, signature, flipped(key.publicKey, at, mask));
      }),
      { numRuns: 40 },
    );
  });

  it('rejects malleable signatures: a scalar beyond the order and a missing marker bit', () => {
    const scalar = signature.slice(32);
    scalar[31]! &= ~MARK;
    let larger = scalar.reduceRight((sum, byte) => sum * 256n + BigInt(byte), 0n) + GROUP_ORDER;
    const wrapped = Uint8Array.from(signature);
    for (let index = 32; index < 64; index++, larger >>= 8n) wrapped[index] = Number(larger & 255n);
    wrapped[63]! |= MARK;
    expectBoth(false, wrapped);
    expectBoth(
      false,
      Uint8Array.from(signature, (byte, index) => (index === 63 ? byte & ~MARK : byte)),
    );
  });

  it('rejects signatures for the identity key, which anyone could forge', () => {
    const nothing = Uint8Array.from({ length: 64 }, (_, index) => (index === 63 ? MARK : 0));
    expectBoth(false, nothing, new Uint8Array(32));
    expectBoth(false, nothing);
  });

  it('rejects malformed signatures and keys', () => {
    expectBoth(false, new Uint8Array(0));
    expectBoth(false, signature.slice(0, 63));
    expectBoth(false, Uint8Array.from([...signature, 0]));
    expectBoth(false, signature, key.publicKey.slice(1));
    expectBoth(false, signature, new Uint8Array(32).fill(255));
  });
});
