import { isFiller } from '../../market/analysis.ts';
import { type PlacedWord, placedWords } from '../../text/words.ts';
import { readPrice } from './read-price.ts';
import { readServices } from './read-services.ts';
import type { Clause, Wish } from './wish.ts';

/** Replaces a price or a service that was read, so that the text on both sides is not joined. */
const CUT = '|';

/** Words that begin a clause about an item. The name is before the first of them. */
const OPENING =
  /[,|)]|\((?=[^()]{0,60}:)|\b(?:with|without|whose|where|in|(?<!free )from|by|of the brand|made by|made of|branded|available (?=in|with|for|from)|that|which|featuring)\b/giu;

/** Reads one item's text as a wish. Price and services are removed first; the rest is name and clauses. */
export function readItem(given: string): Wish {
  const text = given.trim();
  const price = readPrice(text);
  const services = readServices(text);
  let rest = text;
  for (const { start, end } of price === undefined ? services : [price, ...services]) {
    rest = rest.slice(0, start) + CUT.repeat(end - start) + rest.slice(end);
  }
  const words = placedWords(rest);
  const pieces = cutIntoPieces(rest);
  const nameLength = words.filter((word) => word.start < pieces[0]!.end).length;
  return {
    text,
    words: words.map((word) => word.text),
    nameLength,
    name: words
      .slice(0, nameLength)
      .map((word) => word.text)
      .filter((word) => !isFiller(word))
      .join(' '),
    clauses: pieces.slice(1).flatMap((piece) => clauseOf(piece, words)),
    ...(price && { price: price.value }),
    services: [...new Set(services.map((service) => service.value))],
  };
}

interface Piece {
  readonly text: string;
  readonly start: number;
  readonly end: number;
}

/** Each word of "in the … with …" may begin a clause. If nothing follows one, it belongs to the next piece. */
function cutIntoPieces(text: string): [Piece, ...Piece[]] {
  const cuts: number[] = [];
  for (const match of text.matchAll(OPENING))
    if (/[\p{L}\p{N}]/u.test(text.slice(cuts.at(-1) ?? 0, match.index))) cuts.push(match.index);
  const starts = [0, ...cuts];
  const pieces = starts.map((start, place) => {
    const end = starts[place + 1] ?? text.length;
    return { text: text.slice(start, end), start, end };
  });
  return mergeEmpty(pieces);
}

/** A piece with only opening words ("available in" is cut twice) is merged with the next one. */
function mergeEmpty(pieces: readonly Piece[]): [Piece, ...Piece[]] {
  const merged: Piece[] = [];
  for (const piece of pieces) {
    const before = merged.at(-1);
    const open =
      before !== undefined && merged.length > 1 && placedWords(before.text).every((word) => isFiller(word.text));
    if (open) merged[merged.length - 1] = { text: before.text + piece.text, start: before.start, end: piece.end };
    else merged.push(piece);
  }
  return merged as [Piece, ...Piece[]];
}

const LABELLED: readonly RegExp[] = [
  /^(?<value>with(?:out)? .{1,120}?) \((?<label>[^:()]{1,40})$/iu,
  /^whose (?<label>.{1,60}?) (?:is|are) (?<value>.{1,120})$/iu,
  /^where the (?<label>.{1,60}?) (?:is|are) (?<value>.{1,120})$/iu,
  /^with (?<value>.{1,120}?) as (?<label>.{1,60})$/iu,
  /^(?<label>[^:]{1,60}): (?<value>.{1,120})$/iu,
];

function clauseOf(piece: Piece, words: readonly PlacedWord[]): Clause[] {
  const text = piece.text
    .replaceAll('|', ' ')
    .replace(/^\(|\)/g, ' ')
    .replace(/^[\s,;.]+/, '')
    .replace(/[\s,;.?!]+$/, '')
    .replace(/(?:^|\s)and$/i, '')
    .replace(/^and\s/i, '')
    .trim();
  if (text === '' || placedWords(text).every((word) => isFiller(word.text))) return [];
  const from = words.findIndex((word) => word.start >= piece.start);
  const to = words.findLastIndex((word) => word.end <= piece.end) + 1;
  const labelled = LABELLED.map((pattern) => pattern.exec(text)?.groups).find((groups) => groups !== undefined);
  const value =
    labelled?.value ??
    text.replace(/^(?:with|in the|in|from the|from|by|of the brand|made by|branded|available in) /i, '');
  return [
    {
      text,
      from,
      to,
      value,
      ...(labelled?.label !== undefined && { label: labelled.label }),
      mayBeInTitle: labelled === undefined && /^with\b|^for\b|^that\b|^which\b/i.test(text),
    },
  ];
}
