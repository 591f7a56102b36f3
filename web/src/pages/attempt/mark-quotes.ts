/** A quote with which the judge supports a decision, by its place in the text of one completion. */
export interface Quote {
  /** Index among all quotes; identifies the quote's element. */
  readonly id: number;
  readonly gate: number;
  readonly start: number;
  readonly end: number;
  readonly quote: string;
}

/** A piece of the text with the gates of the quotes that cover it. */
export interface MarkedPart {
  readonly text: string;
  readonly gates: readonly number[];
  /** Ids of the quotes that begin here. */
  readonly begins: readonly number[];
}

/**
 * Splits a text where quotes begin and end, since quotes overlap. A quote that does not match the text at its place is
 * ignored. Only the part from `from` to `to` is returned.
 */
export function markQuotes(
  text: string,
  quotes: readonly Quote[],
  [from, to]: readonly [from: number, to: number] = [0, text.length],
): readonly MarkedPart[] {
  const standing = quotes.filter((quote) => isQuoteAt(text, quote));
  const cuts = new Set([from, to, ...standing.flatMap(({ start, end }) => [start, end])]);
  const places = [...cuts].filter((place) => place >= from && place <= to).sort((left, right) => left - right);
  return places.slice(0, -1).map((start, index) => {
    const end = places[index + 1]!;
    const covering = standing.filter((quote) => quote.start <= start && quote.end >= end);
    return {
      text: text.slice(start, end),
      gates: [...new Set(covering.map(({ gate }) => gate))].sort(),
      begins: covering.filter((quote) => quote.start === start).map(({ id }) => id),
    };
  });
}

export function isQuoteAt(text: string, { start, end, quote }: Quote): boolean {
  return start >= 0 && start < end && end <= text.length && text.slice(start, end) === quote;
}
