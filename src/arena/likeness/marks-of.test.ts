import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { codeTokens } from './code-tokens.ts';
import { K_GRAM_TOKENS, kGramHashes } from './k-gram-hashes.ts';
import { MOST_MARKS, marksOf, WINDOW, winnow } from './marks-of.ts';

/** A shared part is found if it has at least this many tokens in a row. */
const SURE_TOKENS = K_GRAM_TOKENS + WINDOW - 1;

const tokens = (from: number, to: number) =>
  fc.array(fc.integer({ min: 1, max: 90 }), { minLength: from, maxLength: to });
/** Text in which every word is one token, so that none is skipped or merged. */
const codeText = (from: number, to: number) =>
  fc
    .array(fc.constantFrom('+', '-', '*', '/', '%', '@', '&', '|', '^', '~', '<', '>', '.', ':', 'if', 'x'), {
      minLength: from,
      maxLength: to,
    })
    .map((list) => list.join(' '));

describe('the hash of a piece', () => {
  it('the hash of a piece is a safe integer that depends on nothing but the piece', () => {
    fc.assert(
      fc.property(tokens(0, 60), tokens(K_GRAM_TOKENS, K_GRAM_TOKENS), tokens(0, 60), (before, piece, after) => {
        const hashes = kGramHashes([...before, ...piece, ...after]);
        expect(hashes).toHaveLength(before.length + after.length + 1);
        expect(hashes[before.length]).toBe(kGramHashes(piece)[0]);
        expect(hashes.every((hash) => Number.isSafeInteger(hash) && hash >= 0)).toBe(true);
      }),
    );
  });

  it('the hash of a piece changes with a token or their order', () => {
    const pieces = tokens(K_GRAM_TOKENS, K_GRAM_TOKENS);
    fc.assert(
      fc.property(pieces, pieces, (left, right) => {
        const same = left.every((token, index) => token === right[index]);
        expect(kGramHashes(left)[0] === kGramHashes(right)[0]).toBe(same);
      }),
      { numRuns: 1_000 },
    );
    const one = Array.from({ length: K_GRAM_TOKENS }, (_, index) => index + 1);
    expect(kGramHashes(one)[0]).not.toBe(kGramHashes(one.toReversed())[0]);
  });

  it('a text shorter than a piece has no hash', () => {
    expect(kGramHashes(Array(K_GRAM_TOKENS - 1).fill(3))).toHaveLength(0);
  });
});

describe('winnowing', () => {
  it('winnowing leaves no window without a mark and takes few of them', () => {
    fc.assert(
      fc.property(tokens(0, 400), (codes) => {
        const hashes = kGramHashes(codes);
        const places = winnow(hashes);
        for (let start = 0; start + WINDOW <= hashes.length; start++) {
          expect(places.some((place) => place >= start && place < start + WINDOW)).toBe(true);
        }
        expect(places).toEqual([...new Set(places)].sort((a, b) => a - b));
        expect(places.length).toBeLessThanOrEqual(hashes.length);
      }),
    );
  });

  it('winnowing gives a text with a single piece its mark', () => {
    expect(winnow(Float64Array.of(7))).toEqual([0]);
    expect(winnow(new Float64Array(0))).toEqual([]);
  });
});

describe('the marks of a file', () => {
  it('two files that share enough consecutive tokens share a mark', () => {
    fc.assert(
      fc.property(codeText(SURE_TOKENS, 60), codeText(0, 60), codeText(0, 60), (shared, before, after) => {
        const one = new Set(marksOf(shared).map(({ mark }) => mark));
        const other = marksOf(`${before}\n${shared}\n${after}`);
        expect(other.some(({ mark }) => one.has(mark))).toBe(true);
      }),
    );
  });

  it('marks of a file are its pieces, each once, with the line it begins on', () => {
    fc.assert(
      fc.property(fc.array(codeText(1, 12), { maxLength: 40 }), (lines) => {
        const source = lines.join('\n');
        const found = codeTokens(source);
        const hashes = kGramHashes(found.codes);
        const marks = marksOf(source);
        expect(new Set(marks.map(({ mark }) => mark)).size).toBe(marks.length);
        for (const { mark, line } of marks) {
          expect([...hashes.keys()].some((at) => hashes[at] === mark && found.lines[at] === line)).toBe(true);
        }
      }),
    );
  });

  it('marks of a file omit the excluded ones', () => {
    const source = 'def f(a):\n    return [b for b in a if b > 0 and b in f(a - 1)]\n';
    const all = marksOf(source);
    expect(all.length).toBeGreaterThan(0);
    const left = marksOf(source, new Set([all[0]!.mark]));
    expect(left).toEqual(all.slice(1));
  });

  it('the number of marks is bounded, and the choice does not depend on surrounding code', () => {
    let seed = 1;
    const operators = '+-*/%@&|^~<>.:=';
    const noise = Array.from({ length: 250_000 }, () => {
      seed = (seed * 48_271) % 2_147_483_647;
      return operators[seed % operators.length];
    }).join(' ');
    const marks = marksOf(noise);
    expect(marks).toHaveLength(MOST_MARKS);
    const around = new Set(marksOf(`a = b\n${noise}\nc = d`).map(({ mark }) => mark));
    expect(marks.filter(({ mark }) => around.has(mark)).length).toBeGreaterThan(MOST_MARKS - 10);
  });

  it.each([
    ['half a million texts in one line', "''".repeat(500_000)],
    ['one text that never ends', `"""${'x\n'.repeat(500_000)}`],
    ['one number of a million digits', '1'.repeat(1_000_000)],
    ['one name of a million letters', 'a'.repeat(1_000_000)],
    ['half a million joined lines', '\\\n'.repeat(500_000)],
    ['texts that are statements, far apart', `''${' '.repeat(3_000)}`.repeat(330)],
  ])('computes marks without quadratic time from %s', (_, text) => {
    expect(marksOf(text).length).toBeLessThan(5);
  });

  it.each([
    ['brackets', '('],
    ['zero bytes', '\0'],
  ])('computes marks without quadratic time from a million %s', { tags: 'slow' }, (_, character) => {
    expect(marksOf(character.repeat(1_000_000)).length).toBeLessThan(5);
  });
});
