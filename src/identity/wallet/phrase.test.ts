import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { hotkeyFromSeed } from '../hotkey.ts';
import { newPhrase, type PhraseLength, parsePhrase } from './phrase.ts';

/** Addresses from bittensor-wallet 4.1.1 for these words; the first is Substrate's development phrase. */
const KNOWN: Readonly<Record<string, string>> = {
  'bottom drive obey lake curtain smoke basket hold race lonely fit walk':
    '5DfhGyQdFobKM8NsWvEeAKk5EQQgYe9AydgJ7rMB6E1EqRzV',
  'abandon abandon abandon abandon abandon abandon abandon abandon abandon abandon abandon about':
    '5EPCUjPxiHAcNooYipQFWr9NmmXJKpNG5RhcntXwbtUySrgH',
  'legal winner thank year wave sausage worth useful legal winner thank yellow':
    '5EHgWw2Af1pnoc7f1A8bfmM97W3DAYW8xr82RfhLL9oAabAe',
  'zoo zoo zoo zoo zoo zoo zoo zoo zoo zoo zoo zoo zoo zoo zoo zoo zoo zoo zoo zoo zoo zoo zoo vote':
    '5FxRqtCz6oPkgG3fA7WkT6bvpcECwye2kVDD6ifiagBs6ZiW',
  'void come effort suffer camp survey warrior heavy shoot primary clutch crush open amazing screen patrol group space point ten exist slush involve unfold':
    '5CLq8Lde6aasGZcFS3euRFd8nbDNGYyS28eoJxrGB3EXyUXh',
};

const DEVELOPMENT = Object.keys(KNOWN)[0]!;

function addressOf(words: string): string | undefined {
  const parsed = parsePhrase(words);
  return parsed.ok ? hotkeyFromSeed(parsed.seed).address : undefined;
}

describe('a phrase of words', () => {
  it('a phrase gives the address that other wallets derive', () => {
    for (const [words, address] of Object.entries(KNOWN)) expect(addressOf(words)).toBe(address);
  });

  it('accepts a phrase pasted in capitals, over several lines', () => {
    const pasted = ` ${DEVELOPMENT.toUpperCase().replaceAll(' ', '\n ')}\t`;
    expect(parsePhrase(pasted)).toMatchObject({ ok: true, words: DEVELOPMENT });
  });

  it('creates unique phrases of 12 or 24 words, and reads them back', () => {
    for (const length of [12, 24] as PhraseLength[]) {
      const made = [newPhrase(length), newPhrase(length)];
      expect(made[0]!.words).not.toBe(made[1]!.words);
      for (const { words, seed } of made) {
        expect(words.split(' ')).toHaveLength(length);
        expect(parsePhrase(words)).toEqual({ ok: true, words, seed });
      }
    }
  });

  it('rejects a phrase with a missing, unknown or misplaced word, without repeating it', () => {
    const cases: [words: string, reason: RegExp][] = [
      [DEVELOPMENT.replace(' walk', ''), /has 11 words/],
      [`${DEVELOPMENT} walk`, /has 13 words/],
      [DEVELOPMENT.replace('obey', 'obay'), /at place 3$/],
      [DEVELOPMENT.replace('obey', 'obéy'), /at place 3$/],
      [DEVELOPMENT.replace('drive obey', 'obey drive'), /wrong checksum/],
      ['', /has 1 words|at place 1/],
    ];
    for (const [words, reason] of cases) {
      const parsed = parsePhrase(words);
      expect(parsed).toMatchObject({ ok: false, reason: expect.stringMatching(reason) });
      expect(JSON.stringify(parsed)).not.toMatch(/bottom|obey|obay|walk/);
    }
  });

  it('parsing a phrase never throws, whatever is typed', () => {
    fc.assert(fc.property(fc.string({ unit: 'grapheme' }), (text) => void parsePhrase(text)));
  });
});
