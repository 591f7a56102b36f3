import { randomBytes } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import { newPhrase } from '../../../src/identity/wallet.ts';
import { readSecret } from './read-secret.ts';

describe('typed secrets', () => {
  it('derives the same seed from a phrase as the command line', async () => {
    for (const length of [12, 24] as const) {
      const { words, seed } = newPhrase(length);
      expect(await readSecret(`  ${words.toUpperCase().replaceAll(' ', '\n')} `)).toEqual({
        ok: true,
        seed: new Uint8Array(seed),
      });
    }
  });

  it('accepts the digits of a seed', async () => {
    const seed = randomBytes(32);
    expect(await readSecret(`0x${seed.toString('hex')}`)).toEqual({ ok: true, seed: new Uint8Array(seed) });
    expect(await readSecret(seed.toString('hex').toUpperCase())).toEqual({ ok: true, seed: new Uint8Array(seed) });
  });

  it('rejects an invalid secret by position or checksum without repeating it', async () => {
    const { words } = newPhrase(12);
    const rest = words.split(' ').slice(1).join(' ');
    const wrong = `xylophonist ${rest}`;
    const unfit = Array(12).fill('abandon').join(' ');
    expect(await readSecret(wrong)).toMatchObject({ ok: false, reason: expect.stringContaining('Word 1') });
    expect(await readSecret(unfit)).toMatchObject({ ok: false, reason: expect.stringContaining('checksum') });
    for (const text of [wrong, unfit, '', `${words}//hard`, rest, 'ab'.repeat(31)]) {
      const read = await readSecret(text);
      expect(read).toMatchObject({ ok: false, remedy: expect.any(String) });
      expect(JSON.stringify(read)).not.toMatch(/xylo|abandon|abab/);
    }
  });
});
