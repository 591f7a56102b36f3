import { nameOfHidden } from './hidden-character.ts';

/** A piece of readable text: the original characters, or a label for an invisible one. */
export type Piece =
  | { readonly kind: 'text'; readonly text: string }
  | { readonly kind: 'sign'; readonly label: string; readonly meaning: string };

export interface VisibleText {
  readonly pieces: readonly Piece[];
  /** Number of characters omitted at the end. */
  readonly left: number;
}

export interface Bounds {
  readonly limit?: number;
  readonly lines?: number;
  /** Shows line breaks as labels, for names and other text inside one of our own sentences. */
  readonly oneLine?: boolean;
}

const DEFAULT_LIMIT = 4_000;
const DEFAULT_LINES = 200;
/** Vietnamese and Hebrew stack two or three marks on a letter; more marks than this overflow the line. */
const MOST_MARKS = 3;
const MOST_SIGNS_IN_A_ROW = 6;

/**
 * Everything that is invisible or changes how other text looks: controls, bidirectional and other formatting, fillers,
 * selectors, odd spaces, unpaired surrogates, private and unassigned characters. A line break and a tab are text, and
 * so is a selector right after an emoji that it applies to.
 */
const SUSPECT =
  /(?<emoji>(?<=[\p{Extended_Pictographic}0-9#*])[\uFE0E\uFE0F])|(?<end>\r\n)|(?<marks>(?:(?!\p{Default_Ignorable_Code_Point})\p{M})+)|(?<hidden>[^\P{Cc}\n\t]|\p{Default_Ignorable_Code_Point}|\p{Cf}|\p{Cs}|\p{Co}|\p{Cn}|\p{Zl}|\p{Zp}|[^\P{Zs} ]|[\u2800\uFFFC])/gu;

/** Makes untrusted text safe to show: no hidden or reordering characters, no overflow, limited length. */
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

/** The same as one string, for titles and labels, which cannot contain elements. */
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
  // Does not split a surrogate pair: its first half would be reported as unpaired.
  const isHalf = end < text.length && text.codePointAt(end - 1)! > 0xffff;
  return text.slice(0, isHalf ? end - 1 : end);
}

function stacked(marks: string, before: Piece | undefined): Piece[] {
  const all = [...marks];
  const rest = all.length - MOST_MARKS;
  // Without a base letter the mark would combine with whatever precedes the text.
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

/** Shortens runs of labels: thousands of invisible characters in a row need only one note. */
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
