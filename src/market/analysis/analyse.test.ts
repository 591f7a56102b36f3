import { readFileSync } from 'node:fs';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { analyse } from './analyse.ts';
import { MAX_WORD_LENGTH } from './split-words.ts';

function golden(name: string): string {
  return readFileSync(new URL(`./golden/${name}`, import.meta.url), 'utf8');
}

describe('analyse', () => {
  it('stems words as Lucene’s English analyzer does', () => {
    const rows = golden('stems.tsv').trimEnd().split('\n');
    expect(rows.length).toBeGreaterThan(3_000);
    const different = rows.filter((row) => {
      const [word, term] = row.split('\t');
      return analyse(word!).join(' ') !== term;
    });
    expect(different).toEqual([]);
  });

  it('splits words where Lucene’s English analyzer does', () => {
    const rows: [text: string, terms: string][] = JSON.parse(golden('texts.json'));
    for (const [text, terms] of rows) expect(analyse(text).join(' '), text).toBe(terms);
  });

  it('separates at a colon on both sides, so that a size can be found', () => {
    expect(analyse('int:xl')).toEqual(['int', 'xl']);
    expect(analyse('waist:44')).toEqual(['waist', '44']);
  });

  it('splits a word that exceeds the longest token', () => {
    expect(analyse('x'.repeat(600)).map((term) => term.length)).toEqual([MAX_WORD_LENGTH, MAX_WORD_LENGTH, 90]);
  });

  it('never splits a surrogate pair', () => {
    const terms = analyse(`${'a'.repeat(254)}\u{1d400}\u{1d401}`);
    expect(terms.map((term) => term.length)).toEqual([254, 4]);
    for (const term of [...terms, ...analyse('lone \ud800 x\udc00y')]) expect(term.isWellFormed()).toBe(true);
  });

  it('analysis drops emoji, control characters and punctuation', () => {
    expect(analyse('🔥🔥 \u0000\u0007 red\u202elamp !!! ()')).toEqual(['red\u202elamp']);
    expect(analyse('🔥')).toEqual([]);
  });

  it('analyses any string, lone surrogates included, regardless of case', () => {
    fc.assert(fc.property(fc.string({ unit: 'binary', maxLength: 200 }), (text) => Array.isArray(analyse(text))));
    fc.assert(
      fc.property(fc.stringMatching(/^[a-z ]{0,40}$/), (text) => {
        expect(analyse(text.toUpperCase())).toEqual(analyse(text));
      }),
    );
  });
});
