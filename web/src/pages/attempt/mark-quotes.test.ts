import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { isQuoteAt, markQuotes } from './mark-quotes.ts';

const TEXT = 'The red lamp is cheaper than the blue one.';

function quote(id: number, gate: number, start: number, end: number) {
  return { id, gate, start, end, quote: TEXT.slice(start, end) };
}

describe('quotes', () => {
  it('quotes are marked in place, overlapping ones too', () => {
    const parts = markQuotes(TEXT, [quote(0, 2, 4, 12), quote(1, 4, 8, 23)]);
    expect(parts.map(({ text, gates, begins }) => [text, gates, begins])).toEqual([
      ['The ', [], []],
      ['red ', [2], [0]],
      ['lamp', [2, 4], [1]],
      [' is cheaper', [4], []],
      [' than the blue one.', [], []],
    ]);
  });

  it('quotes from a part of a text are marked in the whole text', () => {
    const parts = markQuotes(TEXT, [quote(0, 2, 4, 12), quote(1, 4, 8, 23)], [8, 15]);
    expect(parts.map(({ text, gates, begins }) => [text, gates, begins])).toEqual([
      ['lamp', [2, 4], [1]],
      [' is', [4], []],
    ]);
  });

  it('quotes that are not at their stated position are not marked', () => {
    const lies = [
      { ...quote(0, 1, 0, 3), quote: 'Any' },
      { ...quote(1, 1, -1, 3) },
      { ...quote(2, 1, 5, 5) },
      { ...quote(3, 1, 40, 400) },
    ];
    expect(lies.map((lie) => isQuoteAt(TEXT, lie))).toEqual([false, false, false, false]);
    expect(markQuotes(TEXT, lies)).toEqual([{ text: TEXT, gates: [], begins: [] }]);
  });

  it('marking quotes never changes the text', () => {
    const spans = fc.array(fc.tuple(fc.nat(60), fc.nat(60), fc.integer({ min: 1, max: 4 })), { maxLength: 12 });
    fc.assert(
      fc.property(spans, (given) => {
        const quotes = given.map(([start, end, gate], id) => quote(id, gate, start, end));
        expect(
          markQuotes(TEXT, quotes)
            .map(({ text }) => text)
            .join(''),
        ).toBe(TEXT);
      }),
    );
    expect(markQuotes('', [])).toEqual([]);
  });
});
