import { describe, expect, it } from 'vitest';
import { hotkeyFromSeed } from '../hotkey.ts';
import { readKeyDocument } from '../key-document.ts';
import { newPhrase } from './phrase.ts';
import { writePhraseDocument } from './phrase-document.ts';

const phrase = newPhrase(12);
const { address, publicKey } = hotkeyFromSeed(phrase.seed);

describe('a key file made from a phrase', () => {
  it('a key file made from a phrase has Bittensor’s fields, words included, and can be read', () => {
    const text = writePhraseDocument(phrase);
    const hex = `0x${Buffer.from(publicKey).toString('hex')}`;
    expect(JSON.parse(text)).toEqual({
      accountId: hex,
      publicKey: hex,
      secretSeed: `0x${Buffer.from(phrase.seed).toString('hex')}`,
      ss58Address: address,
      secretPhrase: phrase.words,
    });
    expect(readKeyDocument(text)).toEqual({ ok: true, seed: phrase.seed });
  });

  it('an encrypted key file holds neither words nor seed', () => {
    const text = writePhraseDocument(phrase, 'correct horse battery');
    for (const word of phrase.words.split(' ')) expect(text).not.toContain(`${word} `);
    expect(text).not.toContain(Buffer.from(phrase.seed).toString('hex'));
    expect(readKeyDocument(text, 'correct horse battery')).toMatchObject({ ok: true });
  });
});
