import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { hotkeyFromSeed } from '../hotkey.ts';
import { readKeyDocument } from '../key-document.ts';
import { type KeyEnvelope, keyEnvelopeSchema, lockSeed, unlockSeed } from './key-envelope.ts';

/** Created once, at full cost. */
const FROZEN = {
  format: 'assay-key',
  version: 1,
  ss58Address: '5GrwvaEF5zXb26Fz9rcQpDWS57CtERHpNehXCPcNoHGKutQY',
  kdf: { name: 'scrypt', n: 131072, r: 8, p: 1, salt: '0x0fd6eca337191946c43fe16f6365471c' },
  cipher: { name: 'aes-256-gcm', nonce: '0x61a72696f247febbf886c3b3' },
  ciphertext: '0x0d0dd58899588927876b49a8231f25d8b7543c13df3b630c90a85479daf495d20a7abdd5bc5e858bc9e7935a02ce51fc',
};

/** A low cost, to keep the tests fast. */
const COST = 2 ** 4;
const seed = Buffer.from('e5be9a5092b81bca64be81d212e7f2f9eba183bb7a90954f7b76361f6edb5c0a', 'hex');
const envelope = lockSeed(seed, 'correct horse', COST);

describe('an encrypted key', () => {
  it('an encrypted key opens with its passphrase and no other', () => {
    expect(Buffer.from(unlockSeed(envelope, 'correct horse')!)).toEqual(seed);
    for (const passphrase of ['', 'correct hors', 'Correct horse', 'correct horse ']) {
      expect(unlockSeed(envelope, passphrase)).toBeUndefined();
    }
  });

  it('an encrypted key opens with its passphrase in any Unicode form', () => {
    const passphrases = fc.string({ unit: 'binary', maxLength: 40 });
    fc.assert(
      fc.property(fc.uint8Array({ minLength: 32, maxLength: 32 }), passphrases, (secret, passphrase) => {
        const locked = lockSeed(secret, passphrase.normalize('NFD'), COST);
        expect(Buffer.from(unlockSeed(locked, passphrase.normalize('NFC'))!)).toEqual(Buffer.from(secret));
        expect(JSON.stringify(locked)).not.toContain(Buffer.from(secret).toString('hex'));
      }),
      { numRuns: 30 },
    );
  });

  it('encrypting a key twice repeats neither salt, nonce nor ciphertext', () => {
    const again = lockSeed(seed, 'correct horse', COST);
    expect(again.kdf.salt).not.toBe(envelope.kdf.salt);
    expect(again.cipher.nonce).not.toBe(envelope.cipher.nonce);
    expect(again.ciphertext).not.toBe(envelope.ciphertext);
  });

  it('an encrypted key does not open when anything in it was changed', () => {
    const digits = (text: string, index: number) => {
      const at = 2 + index;
      return `${text.slice(0, at)}${text[at] === '0' ? '1' : '0'}${text.slice(at + 1)}`;
    };
    const bob = '5FHneW46xGXgs5mUiveU4sbTyGBzmstUspZC92UhjJM694ty';
    const changed: KeyEnvelope[] = [
      { ...envelope, ss58Address: bob },
      { ...envelope, kdf: { ...envelope.kdf, n: COST * 2 } },
      { ...envelope, kdf: { ...envelope.kdf, salt: digits(envelope.kdf.salt, 5) } },
      { ...envelope, cipher: { ...envelope.cipher, nonce: digits(envelope.cipher.nonce, 5) } },
    ];
    for (const one of changed) expect(unlockSeed(one, 'correct horse')).toBeUndefined();
    fc.assert(
      fc.property(fc.nat(95), (index) => {
        const other = { ...envelope, ciphertext: digits(envelope.ciphertext, index) };
        expect(unlockSeed(other, 'correct horse')).toBeUndefined();
      }),
      { numRuns: 96 },
    );
  });

  it('rejects an encrypted key that demands too much memory or a weaker format', () => {
    const bad = [
      { ...envelope, version: 2 },
      { ...envelope, note: 'more' },
      { ...envelope, kdf: { ...envelope.kdf, n: 2 ** 21 } },
      { ...envelope, kdf: { ...envelope.kdf, n: 1000 } },
      { ...envelope, kdf: { ...envelope.kdf, r: 800 } },
      { ...envelope, kdf: { ...envelope.kdf, p: 1000 } },
      { ...envelope, cipher: { ...envelope.cipher, name: 'none' } },
      { ...envelope, ciphertext: envelope.ciphertext.slice(0, -2) },
    ];
    for (const one of bad) {
      expect(keyEnvelopeSchema.safeParse(one).success).toBe(false);
      expect(readKeyDocument(JSON.stringify(one), 'correct horse')).toEqual({
        ok: false,
        reason: expect.stringContaining('in an unknown format'),
      });
    }
  });

  it('an opened encrypted key equals a plain key file', () => {
    const text = JSON.stringify(envelope);
    const { address } = hotkeyFromSeed(seed);
    expect(readKeyDocument(text)).toMatchObject({ ok: false, lockedAddress: address });
    expect(readKeyDocument(text, 'wrong')).toMatchObject({
      ok: false,
      reason: 'cannot be decrypted with this passphrase',
    });
    expect(readKeyDocument(text, 'correct horse')).toEqual({ ok: true, seed });
  });

  it('an encrypted key of an earlier version still opens', () => {
    const frozen = keyEnvelopeSchema.parse(FROZEN);
    expect(Buffer.from(unlockSeed(frozen, 'correct horse')!)).toEqual(seed);
  });
});
