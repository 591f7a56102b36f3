import { nameOfHidden } from './hidden-character.ts';

/** Text as it can be read, piece by piece: what was written, or a sign that stands for what would not be seen. */
export type Piece =
  | { readonly kind: 'text'; readonly text: string }
  | { readonly kind: 'sign'; readonly label: string; readonly meaning: string };

export interface VisibleText {
  readonly pieces: readonly Piece[];
  /** Characters left out at the end. */
  readonly left: number;
}

export interface Bounds {
  readonly limit?: number;
  readonly lines?: number;
  /** Shows line breaks as signs: for names and other things that are a word in our own sentence. */
  readonly oneLine?: boolean;
}

const DEFAULT_LIMIT = 4_000;
const DEFAULT_LINES = 200;
/** Vietnamese and Hebrew stack two or three marks on a letter; more marks than this overflow the line. */
const MOST_MARKS = 3;
const MOST_SIGNS_IN_A_ROW = 6;

/**
 * Everything that is not seen, or that changes how other things are seen: controls, bidirectional and other formatting,
 * fillers, selectors, odd spaces, halves of pairs, private and unassigned characters. A line break and a tab are text, and
 * so is a selector right after the emoji that it is made for.
 */
const SUSPECT =
  /(?<emoji>(?<=[\p{Extended_Pictographic}0-9#*])[\uFE0E\uFE0F])|(?<end>\r\n)|(?<marks>(?:(?!\p{Default_Ignorable_Code_Point})\p{M})+)|(?<hidden>[^\P{Cc}\n\t]|\p{Default_Ignorable_Code_Point}|\p{Cf}|\p{Cs}|\p{Co}|\p{Cn}|\p{Zl}|\p{Zp}|[^\P{Zs} ]|[\u2800\uFFFC])/gu;

/** Untrusted text, made safe to show: no hidden or reordering characters, no overflow, limited length. */
export function visiblePieces(text: string, bounds: Bounds = {}): VisibleText {
  const shown = cut(text, bounds);
  const pieces: Piece[] = [];
  const add = (piece: Piece): void => {
    const last = pieces.at(-1);
    if (piece.kind === 'text' && last?.kind === 'text') {
      pieces[pieces.length - 1] = { kind: 'text', text: last.text + piece.text };
    } else if (piece.kind === 'sign' || piece.text !== '') pieces.push(piece);
  };
  let at = 0;
  for (const { 0: found, index, groups } of shown.matchAll(SUSPECT)) {
    add({ kind: 'text', text: shown.slice(at, index) });
    at = index + found.length;
    if (groups?.emoji !== undefined) add({ kind: 'text', text: found });
    else if (groups?.end !== undefined) add({ kind: 'text', text: '\n' });
    else if (groups?.marks !== undefined) for (const piece of stacked(found, pieces.at(-1))) add(piece);
    else add({ kind: 'sign', ...nameOfHidden(found.codePointAt(0)!) });
  }
  add({ kind: 'text', text: shown.slice(at) });
  const whole = bounds.oneLine === true ? pieces.flatMap(withoutBreaks) : pieces;
  return { pieces: shortenRuns(whole), left: text.length - shown.length };
}

/** The same in one string, for where there is no place for elements: titles and labels. */
export function visibleText(text: string, limit = 200): string {
  const { pieces, left } = visiblePieces(text, { limit, oneLine: true });
  const words = pieces.map((piece) => (piece.kind === 'text' ? piece.text : `[${piece.label}]`));
  return left > 0 ? `${words.join('')}…` : words.join('');
}

function cut(text: string, { limit = DEFAULT_LIMIT, lines = DEFAULT_LINES }: Bounds): string {
  let end = Math.min(text.length, limit);
  for (let line = 0, at = -1; line < lines; line++) {
    at = text.indexOf('\n', at + 1);
    if (at === -1 || at >= end) break;
    if (line === lines - 1) end = at;
  }
  // A pair is not cut in two, or its first half would be reported as one that came alone.
  const isHalf = end < text.length && text.codePointAt(end - 1)! > 0xffff;
  return text.slice(0, isHalf ? end - 1 : end);
}

function stacked(marks: string, before: Piece | undefined): Piece[] {
  const all = [...marks];
  const rest = all.length - MOST_MARKS;
  // Without a letter of its own a mark would sit on whatever stands before the text.
  const stands = before?.kind === 'text' && !/\s$/.test(before.text);
  return [
    { kind: 'text', text: `${stands ? '' : '\u25CC'}${all.slice(0, MOST_MARKS).join('')}` },
    ...(rest > 0
      ? [{ kind: 'sign' as const, label: `+${rest} marks`, meaning: `${rest} more marks stacked on one letter` }]
      : []),
  ];
}

function withoutBreaks(piece: Piece): Piece[] {
  if (piece.kind === 'sign') return [piece];
  return piece.text
    .split(/([\n\t])/)
    .filter((part) => part !== '')
    .map((part) =>
      part === '\n' || part === '\t'
        ? { kind: 'sign', ...nameOfHidden(part.codePointAt(0)!) }
        : { kind: 'text', text: part },
    );
}

/** Ten thousand invisible characters in a row are one secret, and not ten thousand signs. */
function shortenRuns(pieces: readonly Piece[]): Piece[] {
  const short: Piece[] = [];
  for (let start = 0; start < pieces.length; ) {
    let end = start;
    while (end < pieces.length && pieces[end]!.kind === 'sign') end++;
    const hidden = end - start - MOST_SIGNS_IN_A_ROW;
    short.push(...pieces.slice(start, Math.min(end, start + MOST_SIGNS_IN_A_ROW)));
    if (hidden > 0)
      short.push({ kind: 'sign', label: `+${hidden} hidden`, meaning: `${hidden} more hidden characters` });
    if (end < pieces.length) short.push(pieces[end]!);
    start = end + 1;
  }
  return short;
}
