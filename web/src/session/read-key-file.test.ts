import { randomBytes } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import { hotkeyFromSeed } from '../../../src/identity/hotkey.ts';
import { writeKeyDocument } from '../../../src/identity/key-document.ts';
import { lockSeed } from '../../../src/identity/wallet/key-envelope.ts';
import { newPhrase, writePhraseDocument } from '../../../src/identity/wallet.ts';
import { readKeyFile } from './read-key-file.ts';

/** Cheap to decrypt; the file states its cost. */
const COST = 2 ** 10;

describe('a key file in the browser', () => {
  const seed = randomBytes(32);

  it('reads a key file as the command line writes it without a passphrase', async () => {
    expect(await readKeyFile(writeKeyDocument(seed))).toEqual({ ok: true, seed: new Uint8Array(seed) });
    const phrase = newPhrase(12);
    const opened = await readKeyFile(writePhraseDocument(phrase));
    expect(opened.ok && hotkeyFromSeed(opened.seed).address).toBe(hotkeyFromSeed(phrase.seed).address);
  });

  it('an encrypted key file names its hotkey and opens with its passphrase in any Unicode form', async () => {
    const text = JSON.stringify(lockSeed(seed, 'caf\u00e9', COST));
    const { address } = hotkeyFromSeed(seed);
    expect(await readKeyFile(text)).toMatchObject({ ok: false, lockedAddress: address });
    expect(await readKeyFile(text, 'cafe\u0301')).toEqual({ ok: true, seed: new Uint8Array(seed) });
    expect(await readKeyFile(text, 'cafe')).toMatchObject({ ok: false, lockedAddress: address });
  });

  it('a key file does not open when anything in it was replaced', async () => {
    const envelope = lockSeed(seed, 'word', COST);
    const other = hotkeyFromSeed(randomBytes(32)).address;
    for (const changed of [
      { ...envelope, ss58Address: other },
      { ...envelope, kdf: { ...envelope.kdf, n: COST * 2 } },
      { ...envelope, kdf: { ...envelope.kdf, n: 2 ** 30 } },
      { ...envelope, extra: 1 },
    ]) {
      expect((await readKeyFile(JSON.stringify(changed), 'word')).ok).toBe(false);
    }
    const plain = { ...JSON.parse(writeKeyDocument(seed)), ss58Address: other };
    expect(await readKeyFile(JSON.stringify(plain))).toMatchObject({ ok: false });
  });

  it('rejects a key file with a reason that does not repeat it', async () => {
    const secret = `0x${'ab'.repeat(31)}`;
    const { address } = hotkeyFromSeed(seed);
    for (const text of [
      '$NACL0123',
      'no json',
      '[]',
      'null',
      JSON.stringify({ ss58Address: address }),
      JSON.stringify({ ss58Address: address, secretSeed: secret }),
      JSON.stringify({ ss58Address: address, secretSeed: `0x${'ab'.repeat(32)}`, cryptoType: 0 }),
    ]) {
      const opened = await readKeyFile(text);
      expect(opened).toMatchObject({ ok: false, remedy: expect.any(String) });
      expect(JSON.stringify(opened)).not.toContain('abab');
    }
  });
});
