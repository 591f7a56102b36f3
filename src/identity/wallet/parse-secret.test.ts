import { describe, expect, it } from 'vitest';
import { parseSecret } from './parse-secret.ts';

const PHRASE = 'bottom drive obey lake curtain smoke basket hold race lonely fit walk';
const SEED = 'fac7959dbfe72f052e5a0c3c8d6530f202b02fd8f9f5ca3580ec8deb7797479e';

describe('typed secrets', () => {
  it('accepts a seed, with or without 0x, or a phrase', () => {
    const seed = Buffer.from(SEED, 'hex');
    for (const text of [SEED, `0x${SEED}`, ` 0x${SEED.toUpperCase()}\n`]) {
      expect(parseSecret(text)).toEqual({ ok: true, seed });
    }
    expect(parseSecret(PHRASE)).toEqual({ ok: true, words: PHRASE, seed });
  });

  it('rejects an invalid secret with a reason that does not repeat it', () => {
    const cases: [text: string, reason: RegExp][] = [
      [`${PHRASE}//Alice`, /derived key/],
      ['//Alice', /derived key/],
      [`${PHRASE}///password`, /derived key/],
      [PHRASE.replace('walk', 'fit'), /wrong checksum/],
      [SEED.slice(1), /neither a seed/],
      [`0x${SEED}00`, /neither a seed/],
      ['', /neither a seed/],
      ['correct horse 1', /neither a seed/],
    ];
    for (const [text, reason] of cases) {
      const parsed = parseSecret(text);
      expect(parsed).toMatchObject({ ok: false, reason: expect.stringMatching(reason) });
      expect(JSON.stringify(parsed)).not.toMatch(/bottom|alice|fac7959|horse/i);
    }
  });
});
